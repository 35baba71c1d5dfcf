-- outside a transaction
-- Returns that name the customer's account instead of their order.
create index concurrently orders_by_account on orders (client_code, customer_account, ordered_at) where customer_account <> '';
