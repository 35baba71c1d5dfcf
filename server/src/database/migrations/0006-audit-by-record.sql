-- outside a transaction
create index concurrently audit_by_record on audit (client_code, record, audit_id) where record <> '';
