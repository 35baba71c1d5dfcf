-- outside a transaction
-- A carrier's invoice names parcels without saying whose they are.
create index concurrently if not exists parcels_by_number on parcels (tracking_number);
