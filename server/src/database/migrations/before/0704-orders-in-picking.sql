-- outside a transaction
-- Orders that the warehouse picks or packs, by despatch day: lists and Home count those whose day is over.
create index concurrently orders_in_picking on orders (client_code, despatch_date, order_number) include (status)
  where status in ('P', 'K');
