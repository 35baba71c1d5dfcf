-- outside a transaction
-- What waits to be folded into facts is few rows in a table that has held many: each call that asks whether anything waits read
-- all its pages, as many as a large feed once needed.
create index concurrently return_deltas_by_client on return_deltas (client_code);
