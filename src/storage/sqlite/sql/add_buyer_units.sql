-- ?1 shop, ?2 sku, ?3 buyer, ?4 units, above zero.
INSERT INTO buyer_units (shop, sku, buyer, units) VALUES (?1, ?2, ?3, ?4)
ON CONFLICT (shop, sku, buyer) DO UPDATE SET units = units + excluded.units
