-- A source that owns nothing. ?1 source
DELETE FROM sources WHERE shop = 1 AND source = ?1
