-- Holds on a SKU that are due, earliest first. ?1 sku, ?2 now, ?3 limit
SELECT reservation FROM allocations WHERE shop = 1 AND sku = ?1 AND expires_at <= ?2 ORDER BY expires_at, reservation LIMIT ?3
