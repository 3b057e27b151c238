-- ?1 shop, ?2 sku, ?3 title, ?4 safety_stock, ?5 low_stock_threshold, ?6 max_per_order, ?7 max_per_buyer.
UPDATE skus SET title = ?3, safety_stock = ?4, low_stock_threshold = ?5, max_per_order = ?6, max_per_buyer = ?7
WHERE shop = ?1 AND sku = ?2
