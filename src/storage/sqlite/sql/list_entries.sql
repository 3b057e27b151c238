-- Entries of a SKU above a seq. ?1 sku, ?2 seq, ?3 limit
SELECT seq, kind, source, on_hand_delta, reserved_delta, on_hand_after, reserved_after, reservation, reference, tenure, at
FROM entries WHERE shop = 1 AND sku = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3
