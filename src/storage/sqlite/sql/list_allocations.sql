-- The allocations of a reservation, by SKU, then in the order in which the sources were asked. ?1 shop, ?2 reservation.
SELECT sku, source, quantity, seq, procurement
FROM allocations WHERE shop = ?1 AND reservation = ?2 ORDER BY sku, seq
