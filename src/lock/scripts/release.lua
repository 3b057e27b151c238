-- Gives a lock back, if it is still ours, and wakes whoever waits for it.
-- KEYS[1]  the lock        ARGV[1] our token   ARGV[2] the channel of its waiters
-- Returns  {1, subscribers reached}, or {0, 0} when the lock is not ours (I14).
-- Atomic because between a GET and a DEL the lock could expire and become another's.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  return {1, redis.call('PUBLISH', ARGV[2], '1')}
end
return {0, 0}
