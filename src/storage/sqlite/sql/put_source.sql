-- A source. ?1 source, ?2 kind, ?3 priority, ?4 enabled
INSERT INTO sources (shop, source, kind, priority, enabled) VALUES (1, ?1, ?2, ?3, ?4)
ON CONFLICT (shop, source) DO UPDATE SET kind = ?2, priority = ?3, enabled = ?4
