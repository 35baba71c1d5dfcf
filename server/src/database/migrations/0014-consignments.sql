-- What became of each order's consignments, decision by decision, and what carriers have been given of each day.

create table consignments (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  -- Counted from 1: each time an order is allocated is another attempt.
  attempt int not null,
  number int not null,
  at timestamptz not null,
  by_name text not null,
  state text collate "C" not null check (state in ('allocated', 'exception', 'given-back', 'superseded')),
  ended_at timestamptz,
  despatch_day date not null,
  rule_book_version int not null,
  parcels int not null,
  -- What was decided on: the engine run on it again, with that version and what it saw, gives the same decision.
  consignment jsonb not null,
  usage_seen jsonb not null,
  -- Why an order has no plan.
  conflict jsonb,
  -- What was chosen; null is a routing exception.
  carrier text collate "C",
  client_method_id text collate "C",
  cost numeric(16, 4),
  -- Of a routing exception, in words.
  why text not null default '',
  primary key (client_code, order_number, attempt, number),
  foreign key (client_code, order_number) references orders
);
-- Those that stand, in the order of despatch.
create index consignments_by_day on consignments (client_code, despatch_day, order_number, number) where ended_at is null;
create index consignments_without_method on consignments (client_code, at) where client_method_id is null;

-- Parcels of a client that a carrier has been given for a day.
create table capacity_usage (
  client_code text collate "C" not null references clients,
  carrier text collate "C" not null,
  despatch_day date not null,
  parcels int not null check (parcels >= 0),
  -- An order asks for all carriers of its day, and of those after it.
  primary key (client_code, despatch_day, carrier)
);

do $$
declare tenant text;
begin
  foreach tenant in array array['consignments', 'capacity_usage']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      tenant
    );
  end loop;
end $$;

grant select, insert, update (state, ended_at) on consignments to despatch_app;
grant select, insert, update on capacity_usage to despatch_app;

-- The two questions that every new order asks are functions: each connection keeps their plans.

-- What orders of a client are decided on: its flags, its rule book in force, what its carriers have been given of some
-- days, and of some SKUs what they are worth and what the packer knows of them.
create function order_grounds(asked_client text, asked_skus text[], first_day date, last_day date)
returns table (
  currency_code text, new_order_line boolean, order_line_value boolean, book_version int, used json, goods json
)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
    select c.currency_code, c.new_order_line, c.order_line_value,
      (select h.version from rule_book_heads h where h.client_code = asked_client),
      (
        select json_object_agg(u.carrier || ' ' || to_char(u.despatch_day, 'YYYY-MM-DD'), u.parcels)
        from capacity_usage u
        where u.client_code = asked_client and u.despatch_day between first_day and last_day and u.parcels > 0
      ),
      (
        select json_agg(json_build_object(
          'sku', s.sku_code, 'unitValue', s.unit_value::text,
          'weight', s.weight, 'length', s.length, 'volume', s.volume, 'categories', s.categories,
          'components', (
            select json_agg(json_build_object(
              'sku', box.sku_code, 'quantity', m.quantity,
              'weight', box.weight, 'length', box.length, 'volume', box.volume, 'categories', box.categories
            ) order by m.component_code)
            from sku_components m
            join skus box on box.client_code = m.client_code and box.sku_code = m.component_code
            where m.client_code = asked_client and m.sku_code = s.sku_code
          )
        ))
        from skus s where s.client_code = asked_client and s.sku_code = any (asked_skus)
      )
    from clients c where c.client_code = asked_client;
end $$;

-- Keeps decisions and takes the capacity of what was chosen, all of it or nothing: false where somebody else took the
-- room. Capacity is taken last, in the order of day and carrier; a refused row is let go with the rest.
create function keep_consignments(asked_client text, decided_at timestamptz, decided_by text, decided jsonb, takes jsonb)
returns boolean
language plpgsql as $$
declare
  taken int;
begin
  insert into consignments (client_code, at, by_name, order_number, attempt, number, state, despatch_day,
    rule_book_version, parcels, consignment, usage_seen, conflict, carrier, client_method_id, cost, why)
  select asked_client, decided_at, decided_by, c.* from jsonb_to_recordset(decided) as c (
    order_number text, attempt int, number int, state text, despatch_day date, rule_book_version int, parcels int,
    consignment jsonb, usage_seen jsonb, conflict jsonb, carrier text, client_method_id text, cost numeric, why text);
  insert into capacity_usage as u (client_code, carrier, despatch_day, parcels)
  select asked_client, t.carrier, t.day, t.parcels
  from jsonb_to_recordset(takes) as t (carrier text, day date, parcels int)
  order by t.day, t.carrier collate "C"
  on conflict (client_code, despatch_day, carrier) do update set parcels = u.parcels + excluded.parcels
  where u.parcels + excluded.parcels <= coalesce((
    select t.slot from jsonb_to_recordset(takes) as t (carrier text, day date, slot int)
    where t.carrier = u.carrier and t.day = u.despatch_day
  ), 2000000000);
  get diagnostics taken = row_count;
  if taken < jsonb_array_length(takes) then
    raise exception 'no room' using errcode = 'NOROM';
  end if;
  return true;
exception when sqlstate 'NOROM' then
  return false;
end $$;
