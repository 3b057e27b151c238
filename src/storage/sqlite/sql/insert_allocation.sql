-- ?1 reservation, ?2 sku, ?3 source, ?4 quantity, ?5 seq, ?6 procurement, ?7 expires_at while held
INSERT INTO allocations (shop, reservation, sku, source, quantity, seq, procurement, expires_at) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)
