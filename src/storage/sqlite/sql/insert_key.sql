-- Binds a key, for ever (I6). ?1 shop, ?2 key, ?3 fingerprint, ?4 kind, ?5 reservation, ?6 sku, ?7 source, ?8 seq,
-- ?9 quantity, ?10 on_hand.
INSERT INTO idempotency_keys (shop, key, fingerprint, kind, reservation, sku, source, seq, quantity, on_hand)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
