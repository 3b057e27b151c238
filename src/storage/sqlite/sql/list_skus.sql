-- Names of SKUs after one. ?1 sku, ?2 limit
SELECT sku FROM skus WHERE shop = 1 AND sku > ?1 ORDER BY sku LIMIT ?2
