-- Settings of a SKU. ?1 sku, ?2 title, ?3 safety_stock, ?4 low_stock_threshold, ?5 max_per_order, ?6 max_per_buyer
INSERT INTO skus (shop, sku, title, safety_stock, low_stock_threshold, max_per_order, max_per_buyer) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT (shop, sku) DO UPDATE SET title = ?2, safety_stock = ?3, low_stock_threshold = ?4, max_per_order = ?5, max_per_buyer = ?6
