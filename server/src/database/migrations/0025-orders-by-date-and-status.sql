-- outside a transaction
create index concurrently orders_by_date_and_status on orders (client_code, ordered_at, order_number) include (status);
