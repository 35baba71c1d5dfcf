-- outside a transaction
-- The replacements that wait for goods or for somebody: staff may settle their orders themselves.
create index concurrently if not exists announced_returns_exchange_waits on announced_returns (client_code, exchange_order)
  where exchange in ('waiting', 'held');
