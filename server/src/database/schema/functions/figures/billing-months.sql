-- Days are reckoned by taking their rows away and putting in others, in one transaction.
create function keep_billing_months() returns trigger language plpgsql as $$
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
create trigger keep_billing_months_of_new after insert on billing_days
  referencing new table as after for each statement execute function keep_billing_months();
create trigger keep_billing_months_of_changed after update on billing_days
  referencing old table as before new table as after for each statement execute function keep_billing_months();
create trigger keep_billing_months_of_gone after delete on billing_days
  referencing old table as before for each statement execute function keep_billing_months();

create view billing_known_days with (security_invoker = true) as
select client_code, day, carrier, billed_on < 'infinity' as is_billed, parcels, cost, unpriced from billing_days;

grant select on billing_known_days to despatch_app;
