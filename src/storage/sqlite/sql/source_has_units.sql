-- A row when the source still owns or has reserved anything. ?1 shop, ?2 source.
SELECT 1 FROM stock WHERE shop = ?1 AND source = ?2 AND (on_hand > 0 OR reserved > 0) LIMIT 1
