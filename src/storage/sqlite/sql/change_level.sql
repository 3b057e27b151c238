-- Moves a level by deltas, only where it stays legal: never an absolute write (H1). ?1 sku, ?2 source, ?3 on_hand delta, ?4 reserved delta
UPDATE stock SET on_hand = on_hand + ?3, reserved = reserved + ?4 WHERE shop = 1 AND sku = ?1 AND source = ?2 AND reserved + ?4 BETWEEN 0 AND on_hand + ?3
