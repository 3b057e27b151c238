-- The reservation under the shop's name for the order that is still held, due or not. ?1 shop, ?2 buyer, ?3 order_ref.
SELECT id FROM reservations WHERE shop = ?1 AND buyer = ?2 AND order_ref = ?3 AND state = 'held'
