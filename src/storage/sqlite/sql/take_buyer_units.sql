-- ?1 shop, ?2 sku, ?3 buyer, ?4 units, below zero; some must stay.
UPDATE buyer_units SET units = units + ?4 WHERE shop = ?1 AND sku = ?2 AND buyer = ?3 AND units + ?4 > 0
