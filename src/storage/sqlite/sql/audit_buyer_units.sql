-- Where buyer_units differ from what buyers hold and have bought: SKU, buyer, expected, found. Rows exist only for SKUs with a
-- limit. ?1 shop.
WITH counted (sku, buyer, units) AS (
  SELECT e.sku, r.buyer, SUM(e.reserved_delta)
  FROM skus AS s
  JOIN entries AS e ON e.shop = s.shop AND e.sku = s.sku AND e.kind = 'hold'
  JOIN reservations AS r ON r.shop = e.shop AND r.id = e.reservation AND r.state IN ('held', 'confirmed')
  WHERE s.shop = ?1 AND s.max_per_buyer IS NOT NULL
  GROUP BY e.sku, r.buyer
)
SELECT c.sku, c.buyer, c.units, COALESCE(b.units, 0)
FROM counted AS c LEFT JOIN buyer_units AS b ON b.shop = ?1 AND b.sku = c.sku AND b.buyer = c.buyer
WHERE COALESCE(b.units, 0) <> c.units
UNION ALL
SELECT b.sku, b.buyer, 0, b.units
FROM buyer_units AS b LEFT JOIN counted AS c ON c.sku = b.sku AND c.buyer = b.buyer
WHERE b.shop = ?1 AND c.sku IS NULL
