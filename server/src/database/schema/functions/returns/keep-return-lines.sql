-- What came back follows its events, and its order and parcels.
create function keep_return_lines() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference)) from added;
  return null;
end $$;
create trigger keep_return_lines after insert on return_events
  referencing new table as added for each statement execute function keep_return_lines();

-- A parcel may become known after its return.
create function keep_return_lines_of_parcels() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(l.client_code), array_agg(l.order_number), array_agg(l.return_reference))
  from (select distinct client_code, order_number from added) n cross join lateral (
    select client_code, order_number, return_reference from return_lines r
    where r.client_code = n.client_code and r.order_number between n.order_number and n.order_number
    order by order_number, return_reference offset 0
  ) l;
  return null;
end $$;
create trigger keep_return_lines after insert on parcels
  referencing new table as added for each statement execute function keep_return_lines_of_parcels();

create function keep_return_lines_of_row() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference))
  from (
    select * from return_lines
    where client_code = new.client_code and order_number between new.order_number and new.order_number
    order by order_number, return_reference offset 0
  ) l;
  return null;
end $$;
create trigger keep_return_lines_of_changed after update of despatched_at, carrier on parcels for each row
  when (old.despatched_at is distinct from new.despatched_at or old.carrier is distinct from new.carrier)
  execute function keep_return_lines_of_row();
create trigger keep_return_lines_of_changed after update of ordered_at, country, post_code on orders for each row
  when (old.ordered_at is distinct from new.ordered_at or old.country is distinct from new.country
    or old.post_code is distinct from new.post_code)
  execute function keep_return_lines_of_row();
