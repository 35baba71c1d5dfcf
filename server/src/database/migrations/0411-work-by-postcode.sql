-- outside a transaction
-- The same by postcode.
create index concurrently orders_to_act_on_by_postcode on orders (client_code, post_code, order_number) include (status)
  where status in ('N', 'R', 'S');
