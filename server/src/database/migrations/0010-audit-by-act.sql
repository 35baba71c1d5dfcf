-- outside a transaction
create index concurrently audit_by_act on audit (client_code, act collate "C", at, audit_id);
