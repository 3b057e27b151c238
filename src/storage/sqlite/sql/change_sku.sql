-- Moves a SKU's sequence and tenure on, only from where the books had them. ?1 sku, ?2 sequence, ?3 tenure, ?4 sequence before
UPDATE skus SET sequence = ?2, tenure = ?3 WHERE shop = 1 AND sku = ?1 AND sequence = ?4 AND tenure <= ?3
