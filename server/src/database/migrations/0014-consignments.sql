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
