-- When the earliest hold on a SKU that expires after ?3 is due; null when there is none. ?1 shop, ?2 sku, ?3 time.
SELECT MIN(expires_at) FROM allocations INDEXED BY allocations_due
WHERE shop = ?1 AND sku = ?2 AND expires_at > ?3 AND expires_at IS NOT NULL
