-- Every key, for the filter in memory that is rebuilt at start. ?1 shop.
SELECT key FROM idempotency_keys WHERE shop = ?1
