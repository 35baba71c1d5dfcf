-- outside a transaction
create index concurrently if not exists consignments_passed_over on consignments (client_code, despatch_day)
  where passed_over is not null and ended_at is null;
