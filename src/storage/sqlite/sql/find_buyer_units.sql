-- Units of a SKU in a buyer's held and confirmed reservations, kept while the SKU has a limit. ?1 shop, ?2 sku, ?3 buyer.
SELECT units FROM buyer_units WHERE shop = ?1 AND sku = ?2 AND buyer = ?3
