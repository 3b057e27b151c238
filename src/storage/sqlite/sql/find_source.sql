-- A source. ?1 source
SELECT kind, priority, enabled FROM sources WHERE shop = 1 AND source = ?1
