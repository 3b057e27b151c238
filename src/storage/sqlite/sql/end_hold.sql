-- The allocations of a reservation that is held no more. ?1 reservation
UPDATE allocations SET expires_at = NULL WHERE shop = 1 AND reservation = ?1
