-- ?1 sku, ?2 seq, ?3 salable, ?4 threshold, ?5 at
INSERT INTO alerts (shop, kind, sku, seq, salable, threshold, at) VALUES (1, 'low_stock', ?1, ?2, ?3, ?4, ?5)
