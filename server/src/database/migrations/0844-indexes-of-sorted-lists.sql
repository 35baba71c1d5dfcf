-- outside a transaction
-- Lists of orders by value and by pieces, and parcels that are not delivered, newest first.
create index concurrently orders_by_value on orders (client_code, total_value, order_number);
create index concurrently orders_by_quantity on orders (client_code, quantity, order_number);
create index concurrently orders_by_status on orders (client_code, status, ordered_at, order_number);
create index concurrently parcels_not_delivered on parcels (client_code, state, despatched_at, tracking_number) where state <> 'delivered';
create index concurrently parcels_by_promised_date on parcels (client_code, promised_date);
drop index concurrently if exists orders_by_status_and_sorts;
