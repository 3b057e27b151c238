-- The newest time in the ledger, so that its clock does not go back over a restart.
SELECT max(at) FROM (
  SELECT max(created_at) AS at FROM (SELECT created_at FROM reservations WHERE shop = 1 ORDER BY id DESC LIMIT 100)
  UNION ALL SELECT max(at) FROM alerts)
