-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench return-lines).
-- Return lines follow the events of their return, its order and its parcels.
create or replace function keep_return_lines() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference)) from added;
  return null;
end $$;

-- A parcel can be reported after its return.
create or replace function keep_return_lines_of_parcels() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(l.client_code), array_agg(l.order_number), array_agg(l.return_reference))
  from (select distinct client_code, order_number from added) n cross join lateral (
    select client_code, order_number, return_reference from return_lines r
    where r.client_code = n.client_code and r.order_number between n.order_number and n.order_number
    order by order_number, return_reference offset 0
  ) l;
  return null;
end $$;

create or replace function keep_return_lines_of_row() returns trigger language plpgsql as $$
begin
  perform refresh_return_lines(array_agg(client_code), array_agg(order_number), array_agg(return_reference))
  from (
    select * from return_lines
    where client_code = new.client_code and order_number between new.order_number and new.order_number
    order by order_number, return_reference offset 0
  ) l;
  return null;
end $$;
