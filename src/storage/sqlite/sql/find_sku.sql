-- A SKU's settings, its newest sequence and tenure. ?1 shop, ?2 sku.
SELECT title, safety_stock, low_stock_threshold, max_per_order, max_per_buyer, sequence, tenure
FROM skus WHERE shop = ?1 AND sku = ?2
