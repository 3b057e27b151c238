-- Names of SKUs above ?2 in byte order. ?1 shop, ?3 at most.
SELECT sku FROM skus WHERE shop = ?1 AND sku > ?2 ORDER BY sku LIMIT ?3
