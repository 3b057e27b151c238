-- ?1 sku, ?2 first seq, ?3 last seq, ?4 at
INSERT INTO outbox (shop, sku, first_seq, last_seq, at) VALUES (1, ?1, ?2, ?3, ?4)
