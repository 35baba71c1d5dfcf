-- outside a transaction
-- Claims for lateness look for parcels that came later than their carrier promised: see parcels_delivered_late.
create index concurrently parcels_late_of_carriers on parcels (client_code, ordered_at)
  where delivered_on > coalesce(carrier_promised_date, promised_date);
