-- ?1 shop, ?2 sku, ?3 first_seq, ?4 last_seq, ?5 at.
INSERT INTO outbox (shop, sku, first_seq, last_seq, at) VALUES (?1, ?2, ?3, ?4, ?5)
