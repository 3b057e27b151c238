-- ?1 shop, ?2 reservation, ?3 sku, ?4 source, ?5 quantity, ?6 seq, ?7 procurement, ?8 expires_at while held, else null.
INSERT INTO allocations (shop, reservation, sku, source, quantity, seq, procurement, expires_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
