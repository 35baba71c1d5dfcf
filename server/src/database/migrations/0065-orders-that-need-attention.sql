-- outside a transaction
create index concurrently orders_that_need_attention on orders (client_code, ordered_at, order_number) where status in ('N', 'R', 'S') and (lacks & case status when 'S' then 127 else 255 end) <> 0;
