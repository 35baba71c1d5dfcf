-- outside a transaction
-- What is short, in the order of its list.
create index concurrently stock_balances_that_are_short on stock_balances (client_code, sku_code, code) where is_short;
