-- outside a transaction
-- Orders that something may still be done to, by the customer's name as it is shown, in any case. Of open orders alone, so that
-- an order pays for it once, when it is created, and what was despatched has no entry.
create index concurrently orders_to_act_on_by_customer
  on orders (client_code, (left(lower(customer_first_name || ' ' || customer_last_name), 30)), order_number) include (status)
  where status in ('N', 'R', 'S');
