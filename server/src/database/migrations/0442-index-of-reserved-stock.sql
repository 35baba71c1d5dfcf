-- outside a transaction
-- What is reserved, in the order of its list.
create index concurrently stock_balances_with_reserved on stock_balances (client_code, sku_code, code) where is_reserved;
