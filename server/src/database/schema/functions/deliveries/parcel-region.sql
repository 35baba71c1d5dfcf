-- Where a parcel's order went: a part of the country, or 'Abroad'; '' is not known.
create function parcel_region(client text, number text) returns text language sql stable as $$
  select case when o.country = 'GB' then coalesce(g.part, '') else 'Abroad' end
  from (
    select country, post_code from orders
    where client_code = client and order_number between number and number order by order_number limit 1
  ) o
  left join lateral (
    select part from regions where code = upper(substring(o.post_code from '^\s*([A-Za-z]{1,2})[0-9]')) limit 1
  ) g on true
$$;

create function keep_parcel_region() returns trigger language plpgsql as $$
begin
  new.region := coalesce(parcel_region(new.client_code, new.order_number), '');
  return new;
end $$;
-- Who writes many parcels gives their regions in the same statement.
create trigger keep_region before insert on parcels for each row
  when (new.region = '') execute function keep_parcel_region();
