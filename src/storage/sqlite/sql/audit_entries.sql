-- Every entry of a SKU in order. ?1 shop, ?2 sku.
SELECT seq, kind, source, on_hand_delta, reserved_delta, on_hand_after, reserved_after, reservation, reference, tenure, at
FROM entries WHERE shop = ?1 AND sku = ?2 ORDER BY seq
