-- SKUs that other tables name and skus does not, by a look at each name once. ?1 shop.
WITH RECURSIVE
  named(sku) AS (
    SELECT MIN(sku) FROM entries WHERE shop = ?1
    UNION ALL
    SELECT (SELECT MIN(e.sku) FROM entries AS e WHERE e.shop = ?1 AND e.sku > named.sku) FROM named WHERE named.sku IS NOT NULL
  )
SELECT n.sku, 'entries' FROM named AS n
WHERE n.sku IS NOT NULL AND NOT EXISTS (SELECT 1 FROM skus AS s WHERE s.shop = ?1 AND s.sku = n.sku)
UNION ALL
SELECT DISTINCT t.sku, 'stock' FROM stock AS t
WHERE t.shop = ?1 AND NOT EXISTS (SELECT 1 FROM skus AS s WHERE s.shop = ?1 AND s.sku = t.sku)
