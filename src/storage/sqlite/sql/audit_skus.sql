-- Every SKU with its position. ?1 shop.
SELECT sku, sequence, tenure FROM skus WHERE shop = ?1 ORDER BY sku
