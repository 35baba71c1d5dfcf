-- outside a transaction
create index concurrently parcels_by_end on parcels (client_code, number_backwards) where number_backwards is not null;
