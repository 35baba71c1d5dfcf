-- outside a transaction
-- What a row of the returns feed called its return.
create index concurrently return_events_by_told_reference on return_events (client_code, told_reference) where told_reference <> '';
-- SKUs that a spreadsheet would make one number of.
create index concurrently skus_by_code_number on skus (client_code, code_number) where code_number is not null;
-- What Home counts, by indexes of little: routing exceptions that are open, parcels whose promise is over.
create index concurrently consignments_open_without_method on consignments (client_code, order_number)
  where client_method_id is null and ended_at is null;
create index concurrently parcels_undelivered_by_promise on parcels (client_code, promised_date, ordered_at)
  where delivered_on is null;
create index concurrently invoice_posting_lines_of_invoice on invoice_posting_lines (invoice_id);
-- Credits that wait, by what they are of: a dispute that is opened later looks for them.
create index concurrently invoice_credits_waiting_by_number on invoice_credits (tracking_number)
  where settled < amount and explanation = '' and tracking_number <> '';
create index concurrently invoice_credits_waiting_by_consignment on invoice_credits (consignment_number)
  where settled < amount and explanation = '' and consignment_number <> '';
