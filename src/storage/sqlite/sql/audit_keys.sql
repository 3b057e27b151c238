-- Every key, with whether what it is bound to exists: the reservation that it made, or that it confirmed or released; or the
-- receive entry, just as it was answered. ?1 shop.
SELECT k.key, k.kind,
  CASE k.kind
    WHEN 'reservation' THEN EXISTS (SELECT 1 FROM reservations AS r WHERE r.shop = k.shop AND r.id = k.reservation
                                    AND (r.key = k.key OR r.state IN ('confirmed', 'released')))
    WHEN 'received' THEN EXISTS (SELECT 1 FROM entries AS e WHERE e.shop = k.shop AND e.sku = k.sku AND e.seq = k.seq
                                 AND e.kind = 'receive' AND e.source = k.source AND e.on_hand_delta = k.quantity
                                 AND e.on_hand_after = k.on_hand)
    ELSE 1
  END,
  COALESCE(k.sku, ''), COALESCE(k.seq, 0)
FROM idempotency_keys AS k WHERE k.shop = ?1
