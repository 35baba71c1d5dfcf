-- outside a transaction
-- Rows that wait for a despatch that comes late.
create index concurrently invoice_parcels_waiting on invoice_parcels (invoice_id, detail_no)
  where status = 'Imported' and verdict in ('Not found', 'Not despatched') and despatched_as = '';
