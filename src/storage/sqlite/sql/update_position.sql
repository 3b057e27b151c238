-- Moves a SKU's sequence and tenure on, from what the books said (I3, I12).
-- ?1 shop, ?2 sku, ?3 sequence, ?4 tenure, ?5 sequence before, ?6 tenure before.
UPDATE skus SET sequence = ?3, tenure = ?4 WHERE shop = ?1 AND sku = ?2 AND sequence = ?5 AND tenure = ?6
