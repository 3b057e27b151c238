-- A SKU's entries above ?3 in order. ?1 shop, ?2 sku, ?4 at most.
SELECT seq, kind, source, on_hand_delta, reserved_delta, on_hand_after, reserved_after, reservation, reference, tenure, at
FROM entries WHERE shop = ?1 AND sku = ?2 AND seq > ?3 ORDER BY seq LIMIT ?4
