-- Looks at who holds a lock, changing nothing.
-- KEYS[1]  the lock
-- Returns  {type, token or "", time to live in ms: -1 none, -2 no key}
-- Atomic so that the three belong to one moment.
local kind = redis.call('TYPE', KEYS[1]).ok
local token = ''
if kind == 'string' then
  token = redis.call('GET', KEYS[1])
end
return {kind, token, redis.call('PTTL', KEYS[1])}
