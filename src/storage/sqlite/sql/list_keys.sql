-- Every key, to rebuild the filter at start.
SELECT key FROM idempotency_keys WHERE shop = 1
