-- The reservation is held no more: nothing of it can become due. ?1 shop, ?2 reservation.
UPDATE allocations SET expires_at = NULL WHERE shop = ?1 AND reservation = ?2
