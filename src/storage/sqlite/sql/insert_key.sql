-- ?1 key, ?2 fingerprint, ?3 kind, ?4 reservation, ?5 sku, ?6 source, ?7 seq, ?8 quantity, ?9 on_hand
INSERT INTO idempotency_keys (shop, key, fingerprint, kind, reservation, sku, source, seq, quantity, on_hand) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
