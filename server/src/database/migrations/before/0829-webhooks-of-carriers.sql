-- Webhooks can have an event when a carrier is chosen by hand, when the choice is left to allocation again, when an order is rated
-- again, and when one of these is undone.
create or replace function order_event(act text) returns text language sql immutable as $$
  select case act when 'Amendment undone' then 'order.undone' when 'Fed again' then 'order.fed_again'
    when 'Closed short' then 'order.closed_short'
    when 'Carrier chosen by hand' then 'order.carrier_changed' when 'Carrier left to allocation' then 'order.carrier_changed'
    when 'Rated again' then 'order.carrier_changed'
    when 'Choice of carrier undone' then 'order.undone' when 'Rating again undone' then 'order.undone'
    else 'order.' || lower(act) end
$$;

drop procedure refresh_returns_of_before();
