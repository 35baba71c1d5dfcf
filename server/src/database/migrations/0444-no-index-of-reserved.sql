-- outside a transaction
-- Takes the place of 0442.
drop index concurrently if exists stock_balances_reserved;
