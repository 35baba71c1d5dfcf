-- outside a transaction
-- Every sort of the list of invoices is read from an index, without sorting all of them. Only the due day may be missing.
create index concurrently invoice_sums_by_due_day on invoice_sums (client_code, due_day nulls first, invoice_id);
create index concurrently invoice_sums_by_written_number on invoice_sums (client_code, invoice_number, invoice_id);
create index concurrently invoice_sums_by_carrier on invoice_sums (client_code, carrier_name, invoice_id);
create index concurrently invoice_sums_by_status on invoice_sums (client_code, status, invoice_id);
create index concurrently invoice_sums_by_billed on invoice_sums (client_code, billed, invoice_id);
create index concurrently invoice_sums_by_variance on invoice_sums (client_code, variance, invoice_id);
create index concurrently invoice_sums_by_undecided on invoice_sums (client_code, undecided, invoice_id);
