-- outside a transaction
-- Lists behind figures of carriers find parcels by the day that the carrier promised them for: see parcels_by_days.
create index concurrently parcels_by_carriers_promise on parcels
  using brin ((coalesce(carrier_promised_date, promised_date)), delivered_on) with (pages_per_range = 32, autosummarize = on);
