-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench delivery-events).
-- The postcode area of an address in the United Kingdom or a Crown dependency; null if it is unknown or abroad. Jersey, Guernsey
-- and the Isle of Man have their own country codes, and each is one area.
create or replace function home_area(country text, post_code text) returns text language sql immutable as $$
  select case country
    when 'JE' then 'JE' when 'GG' then 'GY' when 'IM' then 'IM'
    when 'GB' then upper(substring(post_code from '^\s*([A-Za-z]{1,2})[0-9]'))
  end
$$;

-- The destination of an order: a part of the country, 'Abroad', or '' if unknown.
create or replace function parcel_region(client text, number text) returns text language sql stable as $$
  select case when o.country in ('GB', 'GG', 'IM', 'JE') then coalesce(g.part, '') else 'Abroad' end
  from (
    select country, post_code from orders
    where client_code = client and order_number between number and number order by order_number limit 1
  ) o
  left join lateral (
    select part from regions where code = home_area(o.country, o.post_code) limit 1
  ) g on true
$$;

-- Feeds set the regions of their parcels themselves, so this runs only for missing regions.
create or replace function keep_parcel_region() returns trigger language plpgsql as $$
begin
  new.region := coalesce(parcel_region(new.client_code, new.order_number), '');
  return new;
end $$;
