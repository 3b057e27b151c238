-- Levels of a SKU with what their sources say, in the order of priority. ?1 sku
SELECT stock.source, kind, priority, enabled, on_hand, reserved FROM stock
JOIN sources ON sources.shop = stock.shop AND sources.source = stock.source
WHERE stock.shop = 1 AND stock.sku = ?1 ORDER BY priority, stock.source
