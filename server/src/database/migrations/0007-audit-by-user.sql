-- outside a transaction
create index concurrently audit_by_user on audit (client_code, by_name collate "C", at, audit_id);
