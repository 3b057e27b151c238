-- ?1 shop, ?2 sku, ?3 title, ?4 safety_stock, ?5 low_stock_threshold, ?6 max_per_order, ?7 max_per_buyer.
INSERT INTO skus (shop, sku, title, safety_stock, low_stock_threshold, max_per_order, max_per_buyer)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
