-- What a key is bound to. ?1 key
SELECT fingerprint, kind, reservation, sku, source, seq, quantity, on_hand FROM idempotency_keys WHERE shop = 1 AND key = ?1
