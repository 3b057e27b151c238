-- One compare-and-set on the state, one winner (I8). ?1 id, ?2 from, ?3 to
UPDATE reservations SET state = ?3 WHERE shop = 1 AND id = ?1 AND state = ?2
