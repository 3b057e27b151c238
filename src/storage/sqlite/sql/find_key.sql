-- What a key is bound to. ?1 shop, ?2 key.
SELECT fingerprint, kind, reservation, sku, source, seq, quantity, on_hand
FROM idempotency_keys WHERE shop = ?1 AND key = ?2
