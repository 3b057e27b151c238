-- Units of a SKU that a buyer has. ?1 sku, ?2 buyer
SELECT units FROM buyer_units WHERE shop = 1 AND sku = ?1 AND buyer = ?2
