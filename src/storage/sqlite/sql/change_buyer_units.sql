-- Moves the count of a buyer that has one; the CHECK keeps it from going below zero. ?1 sku, ?2 buyer, ?3 delta
UPDATE buyer_units SET units = units + ?3 WHERE shop = 1 AND sku = ?1 AND buyer = ?2
