-- How many entries there are, by the positions of the SKUs. ?1 shop.
SELECT COALESCE(SUM(sequence), 0) FROM skus WHERE shop = ?1
