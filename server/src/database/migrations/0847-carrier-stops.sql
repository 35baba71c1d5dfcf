-- Carriers that the operator has stopped, for all clients: docs/decisions/0194-stop-a-carrier.md. Every allocation reads them, of
-- client users too, so they are not restricted to the operator. They hold no client's data.
create table carrier_stops (
  stop_id uuid primary key,
  carrier text collate "C" not null,
  carrier_name text not null,
  -- Carrier services; empty for all.
  services text[] not null,
  -- Despatch days; without a last one until the stop is ended.
  first_day date not null,
  last_day date check (last_day >= first_day),
  reason text not null,
  stopped_at timestamptz not null,
  stopped_by text not null,
  user_id bigint not null,
  ended_at timestamptz,
  ended_by text
);
create index carrier_stops_in_force on carrier_stops (first_day) where ended_at is null;
grant select, insert, update on carrier_stops to despatch_app;

-- Commands that move orders away from a carrier that is off, and back to it.
alter table order_receipts drop constraint order_receipts_action_check;
alter table order_receipts add constraint order_receipts_action_check
  check (action in ('release', 'suspend', 'cancel', 'amend', 'choose-carrier', 'rate-again', 'leave-carrier', 'bring-back')) not valid;
