-- The empty levels of a source that goes. ?1 source
DELETE FROM stock WHERE shop = 1 AND source = ?1 AND on_hand = 0 AND reserved = 0
