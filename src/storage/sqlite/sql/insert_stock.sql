-- The first units of a SKU in a source. ?1 shop, ?2 sku, ?3 source, ?4 on_hand, ?5 reserved.
INSERT INTO stock (shop, sku, source, on_hand, reserved) VALUES (?1, ?2, ?3, ?4, ?5)
