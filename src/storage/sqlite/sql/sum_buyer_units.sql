-- The same from the reservations themselves, for a SKU that is only now given a limit. ?1 shop, ?2 sku, ?3 buyer.
SELECT COALESCE(SUM(a.quantity), 0)
FROM reservations AS r INDEXED BY reservations_by_buyer
JOIN allocations AS a ON a.shop = r.shop AND a.reservation = r.id AND a.sku = ?2
WHERE r.shop = ?1 AND r.buyer = ?3 AND r.state IN ('held', 'confirmed')
