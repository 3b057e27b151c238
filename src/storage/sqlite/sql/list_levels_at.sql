-- Levels of a SKU by the clock: units of due holds apart. ?1 sku, ?2 now
SELECT s.source, priority, enabled, on_hand, reserved,
  (SELECT coalesce(sum(quantity), 0) FROM allocations a WHERE a.shop = 1 AND a.sku = s.sku AND a.expires_at <= ?2 AND a.source = s.source) AS due
FROM stock s JOIN sources ON sources.shop = s.shop AND sources.source = s.source WHERE s.shop = 1 AND s.sku = ?1 ORDER BY priority, s.source
