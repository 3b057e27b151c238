-- Counts the units of every buyer anew when a SKU gets its limit. ?1 sku
INSERT INTO buyer_units (shop, sku, buyer, units)
SELECT 1, a.sku, r.buyer, sum(a.quantity) FROM allocations a JOIN reservations r ON r.shop = a.shop AND r.id = a.reservation
WHERE a.shop = 1 AND a.sku = ?1 AND r.state IN ('held', 'confirmed') GROUP BY r.buyer
