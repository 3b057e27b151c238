-- The stock rows of a SKU. ?1 shop, ?2 sku.
SELECT source, on_hand, reserved FROM stock WHERE shop = ?1 AND sku = ?2
