-- ?1 shop, ?2 sku, ?3 seq, ?4 kind, ?5 source, ?6, ?7 deltas and ?8, ?9 levels after of on_hand and reserved,
-- ?10 reservation, ?11 reference, ?12 tenure, ?13 at.
INSERT INTO entries (shop, sku, seq, kind, source, on_hand_delta, reserved_delta, on_hand_after, reserved_after,
                     reservation, reference, tenure, at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
