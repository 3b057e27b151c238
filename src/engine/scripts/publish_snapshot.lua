-- Publishes the snapshot of a SKU unless a newer one is there: a publisher that was paused must not bring old levels back (H11).
-- KEYS[1]  hash of the snapshot, read by whoever wants to know what may still be sold
-- ARGV[1]  version: the SKU's sequence; ARGV[2] salable units; ARGV[3] when the next hold is due, ms since 1970, or "";
-- ARGV[4]  when the ledger said so, ms since 1970: a reader refuses only while this is younger than the freshness bound;
-- ARGV[5]  how long the snapshot lives, ms
-- Returns  1 when it was stored, 0 when a newer one is there.
-- Atomic because reading the version and storing are one step only inside a script.
local kept = redis.call('HGET', KEYS[1], 'version')
if kept and tonumber(kept) > tonumber(ARGV[1]) then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'salable', ARGV[2], 'next_due', ARGV[3], 'at', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1
