-- Revokes rights that the service does not need (docs/operations.md). Run it as the owner after each `portcullis migrate`.
REVOKE UPDATE, DELETE ON audit_records, audit_records_first, audit_records_other FROM portcullis;
REVOKE INSERT, UPDATE, DELETE ON events, events_first, events_other FROM portcullis;
REVOKE UPDATE, DELETE ON new_events FROM portcullis;
REVOKE INSERT, UPDATE, DELETE ON migrations FROM portcullis;
