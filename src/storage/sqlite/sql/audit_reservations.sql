-- Every reservation, with whether its key is bound to it. ?1 shop.
SELECT r.id, r.state, r.expires_at,
       EXISTS (SELECT 1 FROM idempotency_keys AS k
               WHERE k.shop = r.shop AND k.key = r.key AND k.kind = 'reservation' AND k.reservation = r.id),
       r.key
FROM reservations AS r WHERE r.shop = ?1 ORDER BY r.id
