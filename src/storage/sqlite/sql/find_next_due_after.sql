-- When the earliest hold on a SKU that is not due yet will be. ?1 sku, ?2 now
SELECT min(expires_at) FROM allocations WHERE shop = 1 AND sku = ?1 AND expires_at > ?2
