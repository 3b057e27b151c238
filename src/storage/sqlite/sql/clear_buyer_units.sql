-- Before they are counted anew, or when the limit is lifted. ?1 shop, ?2 sku.
DELETE FROM buyer_units WHERE shop = ?1 AND sku = ?2
