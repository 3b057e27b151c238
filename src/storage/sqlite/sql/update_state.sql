-- One compare-and-set: exactly one of confirm, release and expire wins (I8). ?1 shop, ?2 id, ?3 from, ?4 to.
UPDATE reservations SET state = ?4 WHERE shop = ?1 AND id = ?2 AND state = ?3
