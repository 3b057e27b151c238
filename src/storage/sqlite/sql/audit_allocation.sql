-- The allocation that an entry speaks of, with its reservation's state. ?1 shop, ?2 reservation, ?3 sku, ?4 source.
SELECT a.quantity, a.seq, r.state
FROM allocations AS a JOIN reservations AS r ON r.shop = a.shop AND r.id = a.reservation
WHERE a.shop = ?1 AND a.reservation = ?2 AND a.sku = ?3 AND a.source = ?4
