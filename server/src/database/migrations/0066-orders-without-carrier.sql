-- outside a transaction
create index concurrently orders_without_carrier on orders (client_code, despatch_date, order_number) where status in ('N', 'R') and (lacks is null or (lacks & 128) <> 0);
