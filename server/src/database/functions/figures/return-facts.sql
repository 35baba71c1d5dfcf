-- The facts that a return makes: a row for each day that it is counted on, in each split. A return counts on the day of its order and of
-- its despatch once it has been received.
create or replace function return_fact_rows(line return_deltas)
returns table (split text, value text, day date, counted_by text, lines int, pieces int)
language sql immutable parallel safe as $$
  with counted (counted_by, day, pieces) as (values
    ('ordered', case when line.received_on is not null then line.ordered_on end, line.received),
    ('despatched', case when line.received_on is not null then line.despatched_on end, line.received),
    ('announced', line.announced_on, line.announced),
    ('received', line.received_on, line.received),
    ('refunded', line.refunded_on, line.refunded)
  )
  select s.split, s.value, c.day, c.counted_by, line.sign::int, line.sign * c.pieces
  from counted c
  cross join (values ('all', ''), ('reason', line.reason_code), ('carrier', line.carrier), ('region', line.region)) as s (split, value)
  where c.day is not null
  union all
  select 'lag', (greatest(line.received_on - c.day, 0) / 7)::text, date_trunc('month', c.day)::date, c.counted_by, line.sign::int, line.sign * c.pieces
  from counted c where c.day is not null and c.counted_by in ('ordered', 'despatched')
$$;

create or replace view return_delta_facts with (security_invoker = true) as
select d.client_code, f.* from return_deltas d cross join lateral return_fact_rows(d) f;

-- The facts as the returns say them: facts and deltas together must be equal to these. Pieces that are counted in their kits are left
-- out.
create or replace view return_line_facts with (security_invoker = true) as
select l.client_code, f.* from return_lines l cross join lateral return_fact_rows(
  row(l.client_code, 1, greatest(0, l.announced - l.in_kits), greatest(0, l.received - l.in_kits),
    greatest(0, l.refunded - l.in_kits), l.reason_code, l.ordered_on, l.despatched_on, l.announced_on, l.received_on,
    l.refunded_on, l.carrier, l.region)::return_deltas) f
where l.in_kits = 0 or l.quantity > l.in_kits;

create or replace function append_return_deltas() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into return_deltas
    select client_code, -1, greatest(0, announced - in_kits), greatest(0, received - in_kits), greatest(0, refunded - in_kits),
      reason_code, ordered_on, despatched_on, announced_on, received_on, refunded_on, carrier, region
    from before where in_kits = 0 or quantity > in_kits;
  end if;
  if tg_op <> 'DELETE' then
    insert into return_deltas
    select client_code, 1, greatest(0, announced - in_kits), greatest(0, received - in_kits), greatest(0, refunded - in_kits),
      reason_code, ordered_on, despatched_on, announced_on, received_on, refunded_on, carrier, region
    from after where in_kits = 0 or quantity > in_kits;
  end if;
  return null;
end $$;

grant select on return_delta_facts, return_line_facts to despatch_app;
