-- Figures of delivery exceptions by month.
create or replace function keep_exception_month_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into exception_month_facts as months
  select client_code, date_trunc('month', day::timestamp)::date, carrier, state, reason,
    sum(n * events)
  from (%s) as changed group by 1, 2, 3, 4, 5
  having sum(n * events) <> 0
  on conflict (client_code, month, carrier, state, reason) do update set
    events = months.events + excluded.events
  $sql$, changed_facts(tg_op));
  return null;
end $$;

-- How many figures are wrong: facts by day that differ from the events, and months that are not the sums of their days.
create or replace function wrong_exception_days_and_months() returns bigint language sql as $$
  select wrong_exception_facts() + (
    select count(*) from (
      select client_code, month, carrier, state, reason from (
        select client_code, date_trunc('month', day::timestamp)::date as month, carrier, state, reason,
          events from exception_facts
        union all
        select client_code, month, carrier, state, reason, -events from exception_month_facts
      ) as both_sides
      group by 1, 2, 3, 4, 5
      having (sum(events)) is distinct from (0)
    ) as wrong
  )
$$;
