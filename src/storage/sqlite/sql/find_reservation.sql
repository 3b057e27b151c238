-- A reservation. ?1 id
SELECT id, key, buyer, order_ref, state, created_at, expires_at FROM reservations WHERE shop = 1 AND id = ?1
