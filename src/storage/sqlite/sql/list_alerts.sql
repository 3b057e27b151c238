-- Alerts above an id. ?1 id, ?2 limit
SELECT id, sku, seq, salable, threshold, at FROM alerts WHERE shop = 1 AND id > ?1 ORDER BY id LIMIT ?2
