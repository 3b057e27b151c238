-- Relative and conditional: a writer that computed from old levels changes no row instead of overselling (H1).
-- ?1 shop, ?2 sku, ?3 source, ?4 on_hand delta, ?5 reserved delta.
UPDATE stock SET on_hand = on_hand + ?4, reserved = reserved + ?5
WHERE shop = ?1 AND sku = ?2 AND source = ?3 AND on_hand + ?4 >= reserved + ?5 AND reserved + ?5 >= 0
