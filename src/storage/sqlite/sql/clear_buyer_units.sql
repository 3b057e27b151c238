-- ?1 sku
DELETE FROM buyer_units WHERE shop = 1 AND sku = ?1
