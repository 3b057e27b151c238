-- The outbox ranges of a SKU in order. ?1 shop, ?2 sku.
SELECT first_seq, last_seq FROM outbox WHERE shop = ?1 AND sku = ?2 ORDER BY first_seq
