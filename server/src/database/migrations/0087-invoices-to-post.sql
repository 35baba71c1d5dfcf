-- outside a transaction
-- Those that wait to be posted.
create index concurrently invoices_accepted on invoices (invoice_day, invoice_id) where status = 'Accepted';
