-- The first units of a SKU in a source. ?1 sku, ?2 source, ?3 on_hand, ?4 reserved
INSERT INTO stock (shop, sku, source, on_hand, reserved) VALUES (1, ?1, ?2, ?3, ?4)
