-- Reservations under one of the shop's names for orders, newest first. ?1 shop, ?2 those before this id, ?3 at most,
-- ?4 order_ref, ?5 buyer or null, ?6 state as a reader sees it or null, ?7 sku or null, ?8 now.
SELECT r.id FROM reservations AS r INDEXED BY reservations_by_order
WHERE r.shop = ?1 AND r.id < ?2 AND r.order_ref = ?4 AND (?5 IS NULL OR r.buyer = ?5)
  AND (?6 IS NULL OR (CASE WHEN r.state = 'held' AND r.expires_at <= ?8 THEN 'expired' ELSE r.state END) = ?6)
  AND (?7 IS NULL OR EXISTS (SELECT 1 FROM allocations AS a WHERE a.shop = ?1 AND a.reservation = r.id AND a.sku = ?7))
ORDER BY r.id DESC LIMIT ?3
