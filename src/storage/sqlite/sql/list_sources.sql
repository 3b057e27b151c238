-- Every source by priority. ?1 shop.
SELECT source, kind, priority, enabled FROM sources WHERE shop = ?1 ORDER BY priority, source
