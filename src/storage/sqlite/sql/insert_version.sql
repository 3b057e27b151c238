-- Notes a migration in the same transaction. The version is the first parameter.
INSERT INTO schema_versions (version) VALUES (?)
