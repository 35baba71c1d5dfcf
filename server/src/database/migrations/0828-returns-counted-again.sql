-- Rows of returns that were made before the rule of 0825 follow it, a client after the other. A migration of its own: the new column
-- of 0825 locks the table, and this takes longer.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
do $$
declare one text;
begin
  for one in select client_code from clients order by 1 loop
    perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference))
    from (select distinct client_code, order_number, return_reference from return_lines where client_code = one) r;
  end loop;
end $$;
select set_config('app.clients', '', true);
