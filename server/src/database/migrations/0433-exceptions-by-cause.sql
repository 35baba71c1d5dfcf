-- outside a transaction
-- Open routing exceptions by cause, those that have waited longest first.
create index concurrently consignments_open_by_cause on consignments (client_code, cause_key, since)
  where client_method_id is null and ended_at is null;
