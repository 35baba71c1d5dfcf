-- outside a transaction
-- Orders that something may still be done to, in the order in which they were promised: lists of work begin with the oldest.
create index concurrently orders_to_act_on on orders (client_code, despatch_date, order_number) include (status)
  where status in ('N', 'R', 'S');
