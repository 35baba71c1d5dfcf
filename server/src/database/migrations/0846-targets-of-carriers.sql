-- The share of parcels on time that the operator expects of a carrier, in percent. No client's: all see the same line.
create table carrier_targets (
  carrier text collate "C" primary key,
  on_time numeric(4, 1) not null check (on_time between 0 and 100),
  changed_at timestamptz not null,
  changed_by text not null
);
grant select, insert, update, delete on carrier_targets to despatch_app;
