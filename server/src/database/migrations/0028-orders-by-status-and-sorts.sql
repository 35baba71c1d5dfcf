-- outside a transaction
create index concurrently orders_by_status_and_sorts on orders (client_code, status, ordered_at, order_number) include (total_value, quantity, despatch_date);
