-- Adds up days of billing by month. A day is reckoned by deleting its rows and inserting others, in one transaction.
create or replace function keep_billing_months() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into billing_months as months (client_code, month, carrier, is_billed, parcels, cost, unpriced)
  select client_code, date_trunc('month', day::timestamp)::date, carrier, billed_on < 'infinity', sum(n * parcels), sum(n * cost),
    sum(n * unpriced)
  from (%s) as changed group by 1, 2, 3, 4
  having (sum(n * parcels), sum(n * cost), sum(n * unpriced)) is distinct from (0, 0, 0)
  on conflict (client_code, month, carrier, is_billed) do update set
    parcels = months.parcels + excluded.parcels, cost = months.cost + excluded.cost, unpriced = months.unpriced + excluded.unpriced
  $sql$, changed_facts(tg_op));
  return null;
end $$;

create or replace view billing_known_days with (security_invoker = true) as
select client_code, day, carrier, billed_on < 'infinity' as is_billed, parcels, cost, unpriced from billing_days;

grant select on billing_known_days to despatch_app;
