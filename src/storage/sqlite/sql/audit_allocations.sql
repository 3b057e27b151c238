-- The allocations of a reservation, with the seq of the hold entry that each must have. ?1 shop, ?2 reservation.
SELECT a.sku, a.source, a.quantity, a.expires_at, e.seq
FROM allocations AS a LEFT JOIN entries AS e
  ON e.shop = a.shop AND e.sku = a.sku AND e.seq = a.seq AND e.kind = 'hold' AND e.reservation = a.reservation
     AND e.source = a.source AND e.reserved_delta = a.quantity
WHERE a.shop = ?1 AND a.reservation = ?2
