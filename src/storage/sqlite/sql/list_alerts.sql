-- Alerts above ?2 in order. ?1 shop, ?3 at most.
SELECT id, sku, seq, salable, threshold, at FROM alerts WHERE shop = ?1 AND id > ?2 ORDER BY id LIMIT ?3
