-- outside a transaction
-- The same by service.
create index concurrently orders_to_act_on_by_service on orders (client_code, dispatch_service, order_number) include (status)
  where status in ('N', 'R', 'S');
