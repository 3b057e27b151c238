-- ?1 sku, ?2 seq, ?3 kind, ?4 source, ?5 on_hand delta, ?6 reserved delta,
-- ?7 on_hand after, ?8 reserved after, ?9 reservation, ?10 reference, ?11 tenure, ?12 at
INSERT INTO entries (shop, sku, seq, kind, source, on_hand_delta, reserved_delta, on_hand_after, reserved_after, reservation, reference, tenure, at)
VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
