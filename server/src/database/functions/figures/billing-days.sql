-- Parcels and their cost by day and carrier, billed or not.
create or replace view billing_known_days with (security_invoker = true) as
select client_code, day, carrier, billed_on < 'infinity' as is_billed, parcels, cost, unpriced from billing_days;

grant select on billing_known_days to despatch_app;
