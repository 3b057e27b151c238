-- Units of a SKU in holds that are due at ?3, a source a row. ?1 shop, ?2 sku.
SELECT source, SUM(quantity) FROM allocations INDEXED BY allocations_due
WHERE shop = ?1 AND sku = ?2 AND expires_at <= ?3 AND expires_at IS NOT NULL GROUP BY source
