-- Fails on the foreign key while a stock row names the source. ?1 shop, ?2 source.
DELETE FROM sources WHERE shop = ?1 AND source = ?2
