-- Holds on a SKU that are due at ?3, earliest first, ?4 at most. A hold of several sources comes once. ?1 shop, ?2 sku.
SELECT reservation FROM allocations INDEXED BY allocations_due
WHERE shop = ?1 AND sku = ?2 AND expires_at <= ?3 AND expires_at IS NOT NULL
GROUP BY expires_at, reservation ORDER BY expires_at, reservation LIMIT ?4
