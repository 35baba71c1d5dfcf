-- What is due of parcels that nobody has billed goes by the prices that are entered last: their days are reckoned again when
-- prices are published that hold for them. What was billed stays as it accrued.
create function note_billing_days_of_prices() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  select distinct d.client_code, d.carrier, d.day
  from (
    select client_code, content ->> 'carrier' as carrier, min(coalesce(holds_from, '-infinity')) as holds_from
    from changed where kind = 'method' group by 1, 2
  ) c
  join billing_days d on d.client_code = c.client_code and d.carrier = c.carrier and d.day >= c.holds_from
    and d.day > current_date - 160 and d.billed_on = 'infinity';
  return null;
end $$;
create trigger note_billing_days_of_prices after insert on rule_book_items
  referencing new table as changed for each statement execute function note_billing_days_of_prices();

-- What was reckoned before amounts were rounded to the minor unit of their currency.
select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true);
insert into billing_days_changed (client_code, carrier, day)
select distinct client_code, carrier, day from billing_days where day > current_date - 160 and billed_on = 'infinity';
select set_config('app.clients', '', true);
