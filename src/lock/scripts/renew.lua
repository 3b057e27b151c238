-- Prolongs a lock, if it is still ours.
-- KEYS[1]  the lock        ARGV[1] our token   ARGV[2] the time to live from now, ms
-- Returns  1, or 0 when the lock is not ours (I14).
-- Atomic because between a GET and a PEXPIRE the lock could expire and become another's.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
return 0
