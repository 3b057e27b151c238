-- ?1 id, ?2 key, ?3 buyer, ?4 order_ref, ?5 state, ?6 created_at, ?7 expires_at
INSERT INTO reservations (shop, id, key, buyer, order_ref, state, created_at, expires_at) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
