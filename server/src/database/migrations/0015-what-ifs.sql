-- What-ifs: a draft of a client's rule book, tried on its real consignments. They go after a week.

create table what_ifs (
  client_code text collate "C" not null references clients,
  what_if_id uuid not null,
  user_id bigint not null,
  at timestamptz not null,
  draft jsonb not null,
  -- The items of the rule book as the draft would have them.
  changes jsonb not null,
  rule_book_version int not null,
  days int not null,
  -- The first day of despatch that is tried.
  since date not null,
  status text collate "C" not null default 'NotStarted' check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed', 'Cancelled')),
  -- Counted up each time that it begins, so that a run that was taken for dead cannot write into the next.
  run int not null default 0,
  done int not null default 0,
  total int not null default 0,
  summary jsonb,
  error text not null default '',
  primary key (client_code, what_if_id)
);
create index what_ifs_by_age on what_ifs (at);

-- The consignments that would travel otherwise. Each side keeps what it saw, so that it can be decided again and explained.
create table what_if_moves (
  client_code text collate "C" not null,
  what_if_id uuid not null,
  run int not null,
  position int not null,
  order_number text collate "C" not null,
  number int not null,
  despatch_day date not null,
  -- Methods; null is a routing exception.
  from_method text collate "C",
  to_method text collate "C",
  cost_before numeric(16, 4) not null,
  cost_after numeric(16, 4) not null,
  -- null is the same as after. An order that has no plan is a consignment without parcels.
  consignment_before jsonb,
  consignment_after jsonb not null,
  usage_before jsonb not null,
  usage_after jsonb not null,
  primary key (client_code, what_if_id, run, position),
  foreign key (client_code, what_if_id) references what_ifs on delete cascade
);

do $$
declare tenant text;
begin
  foreach tenant in array array['what_ifs', 'what_if_moves']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      tenant
    );
  end loop;
end $$;

grant select, insert, update, delete on what_ifs, what_if_moves to despatch_app;
