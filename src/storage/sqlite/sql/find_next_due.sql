-- When the earliest hold on a SKU is due. ?1 sku
SELECT min(expires_at) FROM allocations WHERE shop = 1 AND sku = ?1 AND expires_at IS NOT NULL
