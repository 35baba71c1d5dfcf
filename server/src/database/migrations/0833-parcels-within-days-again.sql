-- Counts the figures of parcels again: changes were lost before 0832.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
select rebuild_parcel_facts();
select set_config('app.clients', '', true);
