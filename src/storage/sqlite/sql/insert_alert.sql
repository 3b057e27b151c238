-- ?1 shop, ?2 sku, ?3 seq, ?4 salable, ?5 threshold, ?6 at.
INSERT INTO alerts (shop, sku, seq, salable, threshold, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
