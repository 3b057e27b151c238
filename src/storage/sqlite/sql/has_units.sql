-- Whether a source owns or has reserved anything. ?1 source
SELECT EXISTS (SELECT 1 FROM stock WHERE shop = 1 AND source = ?1 AND (on_hand > 0 OR reserved > 0))
