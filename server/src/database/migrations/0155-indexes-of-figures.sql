-- outside a transaction
-- Orders and parcels come in roughly in the order of their days: a summary of each stretch of a table finds those of some days.
create index concurrently orders_by_days on orders using brin (released_on, despatched_on, delivered_on, despatch_date)
  with (pages_per_range = 32, autosummarize = on);
create index concurrently parcels_by_days on parcels using brin (promised_date, delivered_on)
  with (pages_per_range = 32, autosummarize = on);
create index concurrently delivery_events_exceptions on delivery_events (client_code, occurred_at)
  where reason <> '' or state in ('delivery_delayed', 'delivery_failed', 'on_hold', 'return_to_sender');
