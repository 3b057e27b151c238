-- What a reservation holds, in the order in which it was taken. ?1 id
SELECT sku, source, quantity, seq, procurement FROM allocations WHERE shop = 1 AND reservation = ?1 ORDER BY sku, seq
