-- outside a transaction
-- Key Metrics count the orders promised for a day: few orders have a promise.
create index concurrently orders_by_promised_day on orders (client_code, promised_day) where promised_day is not null;
