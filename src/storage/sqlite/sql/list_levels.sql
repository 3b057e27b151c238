-- A SKU's levels with their sources, in the order in which they are asked. ?1 shop, ?2 sku.
SELECT s.source, s.on_hand, s.reserved, p.kind, p.priority, p.enabled
FROM stock AS s JOIN sources AS p ON p.shop = s.shop AND p.source = s.source
WHERE s.shop = ?1 AND s.sku = ?2 ORDER BY p.priority, s.source
