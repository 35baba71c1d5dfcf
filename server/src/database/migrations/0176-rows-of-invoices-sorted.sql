-- outside a transaction
-- Every sort of an invoice's rows is read from an index alone. The client stands last in each: there row-level security's condition
-- is worked out once for a page, and not anew for each row that is passed over.
create index concurrently invoice_parcels_in_order on invoice_parcels (invoice_id, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_status on invoice_parcels (invoice_id, status, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_verdict on invoice_parcels (invoice_id, verdict, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_billed on invoice_parcels (invoice_id, billed, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_expected on invoice_parcels (invoice_id, expected, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_variance on invoice_parcels (invoice_id, variance, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_order on invoice_parcels (invoice_id, order_number, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_consignment on invoice_parcels (invoice_id, consignment_number, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_day on invoice_parcels (invoice_id, shipment_day, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_weight on invoice_parcels (invoice_id, billed_weight, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_tracking on invoice_parcels (invoice_id, tracking_number, parcel_no, client_code);
create index concurrently invoice_parcels_sorted_by_client on invoice_parcels (invoice_id, client_code, parcel_no);
create index concurrently invoice_details_in_order on invoice_details (invoice_id, detail_no, client_code);
create index concurrently invoice_details_sorted_by_status on invoice_details (invoice_id, status, detail_no, client_code);
create index concurrently invoice_details_sorted_by_verdict on invoice_details (invoice_id, verdict, detail_no, client_code);
create index concurrently invoice_details_sorted_by_billed on invoice_details (invoice_id, billed, detail_no, client_code);
create index concurrently invoice_details_sorted_by_expected on invoice_details (invoice_id, expected, detail_no, client_code);
create index concurrently invoice_details_sorted_by_variance on invoice_details (invoice_id, variance, detail_no, client_code);
create index concurrently invoice_details_sorted_by_order on invoice_details (invoice_id, order_number, detail_no, client_code);
create index concurrently invoice_details_sorted_by_consignment on invoice_details (invoice_id, consignment_number, detail_no, client_code);
create index concurrently invoice_details_sorted_by_day on invoice_details (invoice_id, shipment_day, detail_no, client_code);
create index concurrently invoice_details_sorted_by_weight on invoice_details (invoice_id, billed_weight, detail_no, client_code);
create index concurrently invoice_details_sorted_by_client on invoice_details (invoice_id, client_code, detail_no);
-- What these are instead of.
drop index concurrently invoice_parcels_by_place;
drop index concurrently invoice_parcels_by_verdict;
drop index concurrently invoice_parcels_by_variance;
drop index concurrently invoice_parcels_by_billed;
drop index concurrently invoice_details_by_place;
