-- ?1 shop, ?2 source, ?3 kind, ?4 priority, ?5 enabled.
INSERT INTO sources (shop, source, kind, priority, enabled) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (shop, source) DO UPDATE SET kind = excluded.kind, priority = excluded.priority, enabled = excluded.enabled
