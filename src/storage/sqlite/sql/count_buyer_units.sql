-- Counts what each buyer holds or has bought of a SKU, from its entries: they come first by SKU. ?1 shop, ?2 sku.
INSERT INTO buyer_units (shop, sku, buyer, units)
SELECT ?1, ?2, r.buyer, SUM(e.reserved_delta)
FROM entries AS e JOIN reservations AS r ON r.shop = e.shop AND r.id = e.reservation
WHERE e.shop = ?1 AND e.sku = ?2 AND e.kind = 'hold' AND r.state IN ('held', 'confirmed')
GROUP BY r.buyer
