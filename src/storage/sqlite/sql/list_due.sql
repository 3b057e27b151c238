-- Holds that are due, earliest first; a reservation comes once for each of its allocations. ?1 now, ?2 limit
SELECT reservation FROM allocations WHERE shop = 1 AND expires_at <= ?1 ORDER BY expires_at, reservation LIMIT ?2
