-- outside a transaction
-- Days are counted, and the records of a figure listed, by the day that it counts them on.
create index concurrently parcels_by_delivery on parcels (client_code, delivered_on) where delivered_on is not null;
create index concurrently parcels_by_promise on parcels (client_code, (coalesce(carrier_promised_date, promised_date)));
create index concurrently orders_by_release_day on orders (client_code, released_on) where released_on is not null;
create index concurrently orders_by_despatch_date on orders (client_code, despatch_date);
create index concurrently orders_by_despatch_day on orders (client_code, despatched_on) where despatched_on is not null;
create index concurrently orders_by_delivery_day on orders (client_code, delivered_on) where delivered_on is not null;
drop index concurrently if exists parcels_by_days;
drop index concurrently if exists parcels_by_carriers_promise;
drop index concurrently if exists orders_by_days;
