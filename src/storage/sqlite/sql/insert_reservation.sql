-- ?1 shop, ?2 id, ?3 key, ?4 buyer, ?5 order_ref, ?6 state, ?7 created_at, ?8 expires_at.
INSERT INTO reservations (shop, id, key, buyer, order_ref, state, created_at, expires_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
