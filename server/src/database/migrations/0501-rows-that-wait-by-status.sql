-- outside a transaction
-- As 0086 had it: rows that were decided on stay unmatched for good, and the job that looks for late despatches would read all of
-- them every half minute. That no accepted row is changed in place costs less (docs/decisions/0090).
create index concurrently invoice_parcels_waiting on invoice_parcels (invoice_id, detail_no)
  where status = 'Imported' and verdict in ('Not found', 'Not despatched') and despatched_as = '';
drop index concurrently if exists invoice_parcels_unmatched;
