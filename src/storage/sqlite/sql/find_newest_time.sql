-- The newest time that any entry bears, by one look at each SKU's newest entry. ?1 shop.
SELECT MAX(e.at) FROM skus AS s JOIN entries AS e ON e.shop = s.shop AND e.sku = s.sku AND e.seq = s.sequence
WHERE s.shop = ?1
