-- outside a transaction
-- Takes the place of 0441: servers of before find what is short among a client's balances for as long as they run.
drop index concurrently if exists stock_balances_short;
