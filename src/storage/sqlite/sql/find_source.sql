-- One source. ?1 shop, ?2 source.
SELECT kind, priority, enabled FROM sources WHERE shop = ?1 AND source = ?2
