-- outside a transaction
create index concurrently orders_not_looked_at on orders (client_code, order_number) where status in ('N', 'R', 'S') and lacks is null;
