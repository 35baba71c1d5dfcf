-- outside a transaction
-- Those that wait to be posted.
create index concurrently if not exists invoices_accepted on invoices (invoice_day, invoice_id) where status = 'Accepted';
