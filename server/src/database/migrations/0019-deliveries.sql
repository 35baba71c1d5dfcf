-- What becomes of orders after they are created: commands on them, parcels and their events, returns, stock.

-- Why an order is suspended, of the list in the domain; empty while it is not.
alter table orders add column suspended_for text not null default '';

-- What a command made of each order that it named. A command sent again goes on where it broke off: what has its receipt
-- is not done twice. They go after a month.
create table order_receipts (
  client_code text collate "C" not null,
  command_id uuid not null,
  order_number text collate "C" not null,
  user_id bigint not null,
  at timestamptz not null,
  action text collate "C" not null check (action in ('release', 'suspend', 'cancel')),
  outcome text collate "C" not null check (outcome in ('done', 'refused')),
  message text not null,
  -- Of one that was done: what undoing it goes back to, and the version that it has to have still.
  status_before text collate "C",
  suspended_for_before text,
  version_after int,
  undone_at timestamptz,
  primary key (client_code, command_id, order_number)
);
create index order_receipts_by_time on order_receipts (at);

create table parcels (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  carrier text collate "C" not null,
  order_number text collate "C" not null,
  -- The service as the carrier calls it, and the client's method that was allocated; empty where nobody knows.
  carrier_service text not null default '',
  client_method_id text collate "C" not null default '',
  despatched_at timestamptz not null,
  -- When the order was placed: delivery exceptions are asked for by it.
  ordered_at timestamptz not null,
  promised_date date not null,
  -- Kilograms.
  weight numeric(10, 3),
  -- What its newest event says; 'pending' before the first.
  state text collate "C" not null default 'pending',
  reason text not null default '',
  state_at timestamptz,
  delivered_at timestamptz,
  -- The operator's day.
  delivered_on date,
  primary key (client_code, tracking_number),
  foreign key (client_code, order_number) references orders
)
-- A parcel's state changes some five times, that of its neighbours in the same moment: with room for all of them on their
-- page, none of the indexes has to be written (HOT).
with (fillfactor = 50);
create index parcels_by_order on parcels (client_code, order_number);
create index parcels_by_despatch on parcels (client_code, despatched_at, tracking_number);
-- The two filters of delivery exceptions.
create index parcels_undelivered on parcels (client_code, ordered_at) where delivered_on is null;
create index parcels_delivered_late on parcels (client_code, ordered_at) where delivered_on > promised_date;

-- What is in a parcel; a row for each serial number where the SKU has some.
create table parcel_contents (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  sku_code text collate "C" not null,
  serial_number text collate "C" not null default '',
  quantity int not null check (quantity > 0),
  primary key (client_code, tracking_number, sku_code, serial_number),
  foreign key (client_code, tracking_number) references parcels
);
create index parcel_contents_by_serial on parcel_contents (client_code, serial_number) where serial_number <> '';
create index parcel_contents_by_sku on parcel_contents (client_code, sku_code, serial_number) where serial_number <> '';

-- Carriers' events as they came, with what they mean. A parcel may become known after its events: nothing refers to it.
create table delivery_events (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  -- Of the event's own reference, or of all that it says: sent twice it is one.
  event_key uuid not null,
  carrier text collate "C" not null,
  code text collate "C" not null,
  state text collate "C" not null,
  reason text not null default '',
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  description text not null default '',
  location text not null default '',
  primary key (client_code, tracking_number, event_key)
);
-- What a code that becomes known is applied to.
create index delivery_events_unknown on delivery_events (client_code, carrier, code) where state = 'unknown';

-- What a carrier's code means. No client's: a carrier says the same to all.
create table carrier_event_codes (
  carrier text collate "C" not null,
  code text collate "C" not null,
  state text collate "C" not null,
  reason text not null default '',
  description text not null default '',
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (carrier, code)
);

-- How often each code came, the unknown ones too.
create table event_code_counts (
  client_code text collate "C" not null references clients,
  carrier text collate "C" not null,
  code text collate "C" not null,
  events bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- What the carrier said with it last.
  description text not null default '',
  primary key (client_code, carrier, code)
);

create table return_events (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  event_key uuid not null,
  return_reference text collate "C" not null,
  sku_code text collate "C" not null,
  quantity int not null check (quantity > 0),
  state text collate "C" not null,
  reason_code text collate "C" not null default '',
  condition text not null default '',
  note text not null default '',
  tracking_number text collate "C" not null default '',
  source text collate "C" not null check (source in ('portal', 'feed')),
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  primary key (client_code, order_number, event_key),
  foreign key (client_code, order_number) references orders
);
create index return_events_by_reference on return_events (client_code, return_reference);

create table stock_levels (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  type text not null default '',
  stock_on_hand int not null,
  available_stock int not null,
  -- The count's own instant: an older one changes nothing.
  as_of timestamptz not null,
  received_at timestamptz not null,
  primary key (client_code, sku_code),
  foreign key (client_code, sku_code) references skus
);

do $$
declare tenant text;
begin
  foreach tenant in array array['order_receipts', 'parcels', 'parcel_contents', 'delivery_events', 'event_code_counts',
    'return_events', 'stock_levels']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      tenant
    );
  end loop;
end $$;

grant select, insert, update, delete on order_receipts, carrier_event_codes to despatch_app;
grant select, insert, update on parcels, delivery_events, event_code_counts, stock_levels to despatch_app;
grant select, insert on parcel_contents, return_events to despatch_app;
