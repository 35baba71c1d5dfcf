-- What was short or reserved before 0440.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
update stock_balances set code = code where reserved > 0 or (on_hand - reserved - promised < 0 and counted_at is not null);
select set_config('app.clients', '', true);
