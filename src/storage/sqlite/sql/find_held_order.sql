-- The live hold of a buyer's order. ?1 buyer, ?2 order_ref
SELECT id FROM reservations WHERE shop = 1 AND buyer = ?1 AND order_ref = ?2 AND state = 'held'
