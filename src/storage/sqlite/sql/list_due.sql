-- Holds that are due at ?2, earliest first. ?1 shop, ?3 at most.
SELECT id FROM reservations INDEXED BY reservations_due
WHERE shop = ?1 AND state = 'held' AND expires_at <= ?2 ORDER BY expires_at, id LIMIT ?3
