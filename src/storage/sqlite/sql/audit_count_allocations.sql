-- How many allocations there are. ?1 shop.
SELECT COUNT(*) FROM allocations WHERE shop = ?1
