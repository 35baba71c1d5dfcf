-- Cut-offs of carriers and of their services: docs/decisions/0195-cut-offs.md. As carrier_stops, every allocation reads them, and
-- they hold no client's data. Minutes since midnight on the operator's clock.
create table carrier_cut_offs (
  carrier text collate "C" not null,
  -- A carrier service; empty for the carrier.
  service text collate "C" not null,
  -- Monday to Sunday; null has none of its own.
  weekdays int[] not null check (array_length(weekdays, 1) = 7),
  -- [{"day": "2026-12-24", "minute": 720}]; a null minute has no cut-off on the day.
  exceptions jsonb not null default '[]',
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (carrier, service)
);
grant select, insert, update, delete on carrier_cut_offs to despatch_app;

-- How fast a client's orders leave.
create table client_despatch_times (
  client_code text collate "C" primary key references clients on delete cascade,
  -- From the decision until the parcel is ready.
  pick_minutes int not null default 0 check (pick_minutes between 0 and 720),
  -- An order without a despatch date leaves today if a carrier takes it.
  is_same_day boolean not null default false,
  -- Orders received by this minute are promised to leave the same day; null without a promise.
  promised_by int check (promised_by between 0 and 1439),
  version int not null default 1
);
select restrict_to_clients('client_despatch_times');
grant select, insert, update, delete on client_despatch_times to despatch_app;

-- Orders of a file without a despatch date: the day follows the carriers, for clients with same-day despatch.
alter table feed_run_orders add column is_day_open boolean not null default false;

-- The day on which the client's promise said that the order leaves, when it was received; null without a promise.
alter table orders add column promised_day date;
