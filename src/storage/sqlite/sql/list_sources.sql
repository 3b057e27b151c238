-- Every source, in the order in which they are asked.
SELECT source, kind, priority, enabled FROM sources WHERE shop = 1 ORDER BY priority, source
