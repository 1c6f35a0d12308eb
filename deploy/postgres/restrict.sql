-- Takes from the service what it does not need (docs/operations.md). After the first `portcullis migrate`, as the owner.
REVOKE UPDATE, DELETE ON audit_records, audit_records_first, audit_records_other FROM portcullis;
REVOKE INSERT, UPDATE, DELETE ON events, events_first, events_other FROM portcullis;
REVOKE UPDATE, DELETE ON new_events FROM portcullis;
REVOKE INSERT, UPDATE, DELETE ON migrations FROM portcullis;
