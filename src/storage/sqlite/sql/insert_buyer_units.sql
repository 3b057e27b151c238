-- The first units of a buyer. ?1 sku, ?2 buyer, ?3 units
INSERT INTO buyer_units (shop, sku, buyer, units) VALUES (1, ?1, ?2, ?3)
