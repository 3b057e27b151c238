-- The buyer has none left. ?1 shop, ?2 sku, ?3 buyer, ?4 the negative of what must be there.
DELETE FROM buyer_units WHERE shop = ?1 AND sku = ?2 AND buyer = ?3 AND units + ?4 = 0
