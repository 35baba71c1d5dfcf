-- What a run of a feed has seen of each order, for files whose orders stand in several places. Rows live as long as
-- their run; nothing is lost with them, so they are not logged.
create unlogged table feed_run_orders (
  client_code text collate "C" not null,
  run_id uuid not null,
  order_number text collate "C" not null,
  rows int not null,
  refused_line int,
  started_at timestamptz not null default now(),
  primary key (client_code, run_id, order_number)
);
alter table feed_run_orders enable row level security;
alter table feed_run_orders force row level security;
create policy own_clients on feed_run_orders
  using (client_code = any (nullif(current_setting('app.clients', true), '')::text[]));
grant select, insert, update, delete on feed_run_orders to despatch_app;
