-- What came back, a row for each SKU of a return, and its figures by day. Facts never depend on the present day. A change of a
-- row appends two deltas, what it takes from its old days and what it gives to the new ones; a job folds them into the facts.
-- A row of the returns feed may name the customer's account instead of the order. Pieces beyond what was bought are surplus.
alter table return_events
  add column customer_account text not null default '',
  add column surplus int not null default 0;

create table return_lines (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  return_reference text collate "C" not null,
  sku_code text collate "C" not null,
  -- What its newest event says.
  state text collate "C" not null,
  -- Pieces that reached a state; what is further has been here too. `quantity` is the most of them.
  quantity int not null,
  announced int not null,
  received int not null,
  refunded int not null,
  surplus int not null,
  reason_code text not null,
  -- Days in London, each the first on which it was so of any piece.
  ordered_on date not null,
  despatched_on date,
  announced_on date,
  received_on date,
  refunded_on date,
  -- Who carried the order out; '' is not known.
  carrier text not null,
  -- The part of the country that the order went to, or 'Abroad'; '' is not known.
  region text not null,
  primary key (client_code, order_number, return_reference, sku_code),
  foreign key (client_code, order_number) references orders
);
create index return_lines_ordered on return_lines (client_code, ordered_on) where received_on is not null;
create index return_lines_despatched on return_lines (client_code, despatched_on) where received_on is not null;
create index return_lines_announced on return_lines (client_code, announced_on) where announced_on is not null;
create index return_lines_received on return_lines (client_code, received_on) where received_on is not null;
create index return_lines_refunded on return_lines (client_code, refunded_on) where refunded_on is not null;
create index return_lines_by_sku on return_lines (client_code, sku_code);
create index return_lines_by_reference on return_lines (client_code, return_reference);

-- A return as it was (-1) or became (1).
create table return_deltas (
  client_code text collate "C" not null,
  sign smallint not null,
  announced int not null,
  received int not null,
  refunded int not null,
  reason_code text not null,
  ordered_on date not null,
  despatched_on date,
  announced_on date,
  received_on date,
  refunded_on date,
  carrier text not null,
  region text not null
);

-- By one split at a time, never by several: 'all', 'reason', 'carrier', 'region', and 'lag', whose value is the weeks that
-- passed until the return was received, and whose day is the first of the month.
create table return_facts (
  client_code text collate "C" not null,
  split text collate "C" not null,
  day date not null,
  value text collate "C" not null,
  ordered_lines int not null default 0,
  ordered_pieces bigint not null default 0,
  despatched_lines int not null default 0,
  despatched_pieces bigint not null default 0,
  announced_lines int not null default 0,
  announced_pieces bigint not null default 0,
  received_lines int not null default 0,
  received_pieces bigint not null default 0,
  refunded_lines int not null default 0,
  refunded_pieces bigint not null default 0,
  primary key (client_code, split, day, value)
);

select restrict_to_clients('return_lines', 'return_deltas', 'return_facts');
grant select, insert, update, delete on return_lines, return_deltas, return_facts to despatch_app;

-- The facts that a return makes: a row for each day that it is counted on, in each split. A return is counted by the day of its
-- order or despatch once it has been received.
create function return_fact_rows(line return_deltas)
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

create view return_delta_facts with (security_invoker = true) as
select d.client_code, f.* from return_deltas d cross join lateral return_fact_rows(d) f;

-- The same of the returns themselves: what facts and deltas come to has to be equal to it.
create view return_line_facts with (security_invoker = true) as
select l.client_code, f.* from return_lines l cross join lateral return_fact_rows(
  row(l.client_code, 1, l.announced, l.received, l.refunded, l.reason_code, l.ordered_on, l.despatched_on, l.announced_on,
    l.received_on, l.refunded_on, l.carrier, l.region)::return_deltas) f;
grant select on return_delta_facts, return_line_facts to despatch_app;

create function append_return_deltas() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into return_deltas
    select client_code, -1, announced, received, refunded, reason_code, ordered_on, despatched_on, announced_on, received_on,
      refunded_on, carrier, region from before;
  end if;
  if tg_op <> 'DELETE' then
    insert into return_deltas
    select client_code, 1, announced, received, refunded, reason_code, ordered_on, despatched_on, announced_on, received_on,
      refunded_on, carrier, region from after;
  end if;
  return null;
end $$;
create trigger append_deltas_of_new after insert on return_lines
  referencing new table as after for each statement execute function append_return_deltas();
create trigger append_deltas_of_changed after update on return_lines
  referencing old table as before new table as after for each statement execute function append_return_deltas();
create trigger append_deltas_of_gone after delete on return_lines
  referencing old table as before for each statement execute function append_return_deltas();

-- Works some returns out from their events. They are looked up by their keys, whatever the planner knows.
create function refresh_return_lines(clients text[], order_numbers text[], return_references text[]) returns void language sql as $$
  with named as (
    select distinct client_code, order_number, return_reference
    from unnest(clients, order_numbers, return_references) as n (client_code, order_number, return_reference)
  ), events as (
    select e.*, (e.occurred_at at time zone 'Europe/London')::date as day
    from named n cross join lateral (
      select * from return_events r
      where r.client_code = n.client_code and r.return_reference between n.return_reference and n.return_reference
        -- Written so that the key of events, which begins with the order, is not what they are looked up by.
        and r.order_number || '' = n.order_number
      order by r.return_reference offset 0
    ) e
  ), summed as (
    select client_code, order_number, return_reference, sku_code,
      (array_agg(state order by occurred_at desc, received_at desc, array_position(
        array['announced', 'in_transit', 'received', 'inspected', 'restocked', 'quarantined', 'rejected', 'refunded'], state::text) desc))[1] as state,
      coalesce((array_agg(reason_code order by occurred_at desc, received_at desc, event_key) filter (where reason_code <> ''))[1], '') as reason_code,
      coalesce(sum(quantity) filter (where state = 'announced'), 0)::int as announced,
      coalesce(sum(quantity) filter (where state = 'in_transit'), 0)::int as in_transit,
      greatest(
        sum(quantity) filter (where state = 'received'), sum(quantity) filter (where state = 'inspected'),
        sum(quantity) filter (where state in ('restocked', 'quarantined', 'rejected')),
        sum(quantity) filter (where state = 'refunded'), 0)::int as received,
      coalesce(sum(quantity) filter (where state = 'refunded'), 0)::int as refunded,
      greatest(max(surplus), sum(surplus) filter (where state = 'received'), 0)::int as surplus,
      min(day) filter (where state = 'announced') as announced_on,
      min(day) filter (where state not in ('announced', 'in_transit')) as received_on,
      min(day) filter (where state = 'refunded') as refunded_on
    from events group by client_code, order_number, return_reference, sku_code
  )
  insert into return_lines
  select s.client_code, s.order_number, s.return_reference, s.sku_code, s.state,
    greatest(s.announced, s.in_transit, s.received), s.announced, s.received, s.refunded, s.surplus, s.reason_code,
    (o.ordered_at at time zone 'Europe/London')::date, (p.despatched_at at time zone 'Europe/London')::date,
    s.announced_on, s.received_on, s.refunded_on, coalesce(p.carrier, ''),
    case when o.country = 'GB' then coalesce(g.part, '') else 'Abroad' end
  from summed s
  cross join lateral (
    select ordered_at, country, post_code from orders
    where client_code = s.client_code and order_number between s.order_number and s.order_number order by order_number limit 1
  ) o
  left join lateral (
    select despatched_at, carrier from (
      select * from parcels
      where client_code = s.client_code and order_number between s.order_number and s.order_number
      order by order_number offset 0
    ) a
    order by (
      select true from parcel_contents c
      where c.client_code = a.client_code and c.tracking_number = a.tracking_number
        and c.sku_code between s.sku_code and s.sku_code
      order by c.sku_code limit 1
    ) nulls last, despatched_at, tracking_number limit 1
  ) p on true
  left join lateral (
    select part from regions where code = upper(substring(o.post_code from '^\s*([A-Za-z]{1,2})[0-9]')) limit 1
  ) g on true
  order by s.client_code, s.order_number, s.return_reference, s.sku_code
  on conflict (client_code, order_number, return_reference, sku_code) do update set
    (state, quantity, announced, received, refunded, surplus, reason_code, ordered_on, despatched_on, announced_on, received_on,
      refunded_on, carrier, region) = (excluded.state, excluded.quantity, excluded.announced, excluded.received,
      excluded.refunded, excluded.surplus, excluded.reason_code, excluded.ordered_on, excluded.despatched_on,
      excluded.announced_on, excluded.received_on, excluded.refunded_on, excluded.carrier, excluded.region)
  where return_lines is distinct from excluded
$$;

create function keep_return_lines() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference)) from added;
  return null;
end $$;
create trigger keep_return_lines after insert on return_events
  referencing new table as added for each statement execute function keep_return_lines();

-- A parcel may become known after its return.
create function keep_return_lines_of_parcels() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(l.client_code), array_agg(l.order_number), array_agg(l.return_reference))
  from (select distinct client_code, order_number from added) n cross join lateral (
    select client_code, order_number, return_reference from return_lines r
    where r.client_code = n.client_code and r.order_number between n.order_number and n.order_number
    order by order_number, return_reference offset 0
  ) l;
  return null;
end $$;
create trigger keep_return_lines after insert on parcels
  referencing new table as added for each statement execute function keep_return_lines_of_parcels();

create function keep_return_lines_of_row() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference))
  from (
    select * from return_lines
    where client_code = new.client_code and order_number between new.order_number and new.order_number
    order by order_number, return_reference offset 0
  ) l;
  return null;
end $$;
create trigger keep_return_lines_of_changed after update of despatched_at, carrier on parcels for each row
  when (old.despatched_at is distinct from new.despatched_at or old.carrier is distinct from new.carrier)
  execute function keep_return_lines_of_row();
create trigger keep_return_lines_of_changed after update of ordered_at, country, post_code on orders for each row
  when (old.ordered_at is distinct from new.ordered_at or old.country is distinct from new.country
    or old.post_code is distinct from new.post_code)
  execute function keep_return_lines_of_row();
