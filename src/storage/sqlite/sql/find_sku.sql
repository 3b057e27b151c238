-- Settings, sequence and tenure of a SKU. ?1 sku
SELECT title, safety_stock, low_stock_threshold, max_per_order, max_per_buyer, sequence, tenure FROM skus WHERE shop = 1 AND sku = ?1
