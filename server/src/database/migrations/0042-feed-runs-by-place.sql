-- outside a transaction
create index concurrently feed_run_orders_to_go on feed_run_orders (client_code, run_id, to_go_at, order_number) where to_go_at is not null;
