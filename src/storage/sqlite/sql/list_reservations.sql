-- Reservations before an id, newest first; a filter that is NULL lets all pass.
-- ?1 before, ?2 order_ref, ?3 buyer, ?4 state by the clock, ?5 sku, ?6 now, ?7 limit
SELECT id FROM reservations r WHERE shop = 1 AND (?1 IS NULL OR id < ?1) AND (?2 IS NULL OR order_ref = ?2) AND (?3 IS NULL OR buyer = ?3)
  AND (?4 IS NULL OR CASE WHEN state = 'held' AND expires_at <= ?6 THEN 'expired' ELSE state END = ?4)
  AND (?5 IS NULL OR EXISTS (SELECT 1 FROM allocations a WHERE a.shop = 1 AND a.reservation = r.id AND a.sku = ?5))
ORDER BY id DESC LIMIT ?7
