-- The same from the SKU's entries, for a SKU that is only now given a limit. ?1 shop, ?2 sku, ?3 buyer.
SELECT COALESCE(SUM(e.reserved_delta), 0)
FROM entries AS e JOIN reservations AS r ON r.shop = e.shop AND r.id = e.reservation
WHERE e.shop = ?1 AND e.sku = ?2 AND e.kind = 'hold' AND r.buyer = ?3 AND r.state IN ('held', 'confirmed')
