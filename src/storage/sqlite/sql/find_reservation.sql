-- One reservation. ?1 shop, ?2 id.
SELECT key, buyer, order_ref, state, created_at, expires_at
FROM reservations WHERE shop = ?1 AND id = ?2
