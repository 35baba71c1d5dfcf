-- Parcels with what is in them, and what carriers and the returns desk said of them.

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
  -- As the warehouse writes the number, where that differs: numbers are compared and kept without their blanks and hyphens,
  -- in capitals. What was kept otherwise is renamed in pieces by `normalise-tracking-numbers`.
  written_as text,
  -- Where its order went: a part of the country, or 'Abroad'; '' is not known.
  region text collate "C" not null default '',
  -- A parcel is found by its last digits, as someone reads them out: its number from the last sign to the first, so that its
  -- end is a beginning that an index finds. Null of those that end in less than five digits, which nobody can look for so.
  number_backwards text collate "C",
  -- The day by which the carrier promises it, from the service that it left by; null where that is not known: then the shopper's
  -- promise (promised_date) stands for it.
  carrier_promised_date date,
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
create index parcels_by_carrier on parcels (client_code, carrier, despatched_at, tracking_number);
-- A carrier's invoice names parcels without saying whose they are.
create index parcels_by_number on parcels (tracking_number);
create index parcels_to_rename on parcels (client_code, tracking_number)
  where tracking_number ~ '[-a-z \u00A0\u00AD\u1680\u2000-\u200A\u2010-\u2015\u2028\u2029\u202F\u205F\u2212\u3000\uFEFF]';
-- As orders come in, so do parcels: see orders_by_days.
create index parcels_by_days on parcels using brin (promised_date, delivered_on)
  with (pages_per_range = 32, autosummarize = on);
-- What Home counts: parcels whose promise is over.
create index parcels_undelivered_by_promise on parcels (client_code, promised_date, ordered_at)
  where delivered_on is null;
create index parcels_by_end on parcels (client_code, number_backwards) where number_backwards is not null;
-- Lists behind figures of carriers find parcels by the day that the carrier promised them for.
create index parcels_by_carriers_promise on parcels using brin ((coalesce(carrier_promised_date, promised_date)), delivered_on)
  with (pages_per_range = 32, autosummarize = on);
-- Claims for lateness look for parcels that came later than their carrier promised.
create index parcels_late_of_carriers on parcels (client_code, ordered_at)
  where delivered_on > coalesce(carrier_promised_date, promised_date);

-- What is in a parcel; a row for each serial number where the SKU has some.
create table parcel_contents (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  sku_code text collate "C" not null,
  serial_number text collate "C" not null default '',
  quantity int not null check (quantity > 0),
  primary key (client_code, tracking_number, sku_code, serial_number),
  -- A parcel that is renamed takes what is in it along.
  constraint parcel_contents_parcel foreign key (client_code, tracking_number) references parcels on update cascade
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
  -- A scan that came after its parcel was delivered says nothing of it: reports of what went wrong under way leave it out. The
  -- code that applies events to parcels sets it.
  is_late boolean not null default false,
  primary key (client_code, tracking_number, event_key)
);
-- What a code that becomes known is applied to.
create index delivery_events_unknown on delivery_events (client_code, carrier, code) where state = 'unknown';
create index delivery_events_to_rename on delivery_events (client_code, tracking_number)
  where tracking_number ~ '[-a-z \u00A0\u00AD\u1680\u2000-\u200A\u2010-\u2015\u2028\u2029\u202F\u205F\u2212\u3000\uFEFF]';
create index delivery_events_exceptions on delivery_events (client_code, occurred_at)
  where reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender');

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
  -- A row of the returns feed may name the customer's account instead of the order.
  customer_account text not null default '',
  -- Pieces beyond what was bought.
  surplus int not null default 0,
  -- What a row of the feed called the return that it was met with; '' where it named it as it is called here.
  told_reference text collate "C" not null default '',
  -- What the feed says again, or says late, is kept and counts once: by how many pieces the event raised what came to its
  -- state, below 0 where it shows that a piece was counted twice; null: by all of its pieces.
  growth int,
  -- Whether it said anything that was not known of its return.
  is_news boolean not null default true,
  -- Where it stands in its file: of events of one moment the later row is the later.
  file_line int,
  primary key (client_code, order_number, event_key),
  foreign key (client_code, order_number) references orders
);
create index return_events_by_reference on return_events (client_code, return_reference);
-- Whether a reason code is used, and how often lately: by reason in any case.
create index return_events_by_reason on return_events (client_code, lower(reason_code), occurred_at) where reason_code <> '';
-- What a row of the returns feed called its return.
create index return_events_by_told_reference on return_events (client_code, told_reference) where told_reference <> '';

select restrict_to_clients('parcels', 'parcel_contents', 'delivery_events', 'return_events');
grant select, insert, update, delete on parcels, delivery_events to despatch_app;
grant select, insert, delete on parcel_contents to despatch_app;
-- What came in is only ever added to.
grant select, insert on return_events to despatch_app;
