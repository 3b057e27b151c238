-- Rows without units would keep their source alive. ?1 shop, ?2 source.
DELETE FROM stock WHERE shop = ?1 AND source = ?2 AND on_hand = 0 AND reserved = 0
