-- outside a transaction
create index concurrently parcels_by_carrier on parcels (client_code, carrier, despatched_at, tracking_number);
