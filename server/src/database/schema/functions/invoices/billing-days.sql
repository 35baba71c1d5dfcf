-- Which days of what is billed are to be reckoned again. Triggers only add rows, so that they wait for no other transaction.

create function note_billing_days_of_parcels() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  select distinct client_code, carrier, london_day(despatched_at) from changed;
  return null;
end $$;
create trigger note_billing_days_of_new after insert on parcels
  referencing new table as changed for each statement execute function note_billing_days_of_parcels();
create trigger note_billing_days_of_gone after delete on parcels
  referencing old table as changed for each statement execute function note_billing_days_of_parcels();

-- Parcels change with every event of their carrier, and seldom in these columns: the condition costs next to nothing.
create function note_billing_days_of_parcel() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  values (old.client_code, old.carrier, london_day(old.despatched_at)),
    (new.client_code, new.carrier, london_day(new.despatched_at));
  return null;
end $$;
create trigger note_billing_days_of_changed after update on parcels for each row
  when ((old.carrier, old.despatched_at, old.tracking_number, old.order_number)
    is distinct from (new.carrier, new.despatched_at, new.tracking_number, new.order_number))
  execute function note_billing_days_of_parcel();

-- Rows of invoices bill a parcel, or a consignment: all parcels of its order. They are looked up by their keys, one by one,
-- whatever the planner knows: docs/decisions/0014. A transaction that writes a whole invoice sets app.billing_days_later and
-- notes the days itself, once: a look-up of each row in every one of a hundred statements takes too long.
create function note_billing_days_of_rows() returns trigger language plpgsql as $$
begin
  if current_setting('app.billing_days_later', true) = 'on' then
    return null;
  end if;
  insert into billing_days_changed (client_code, carrier, day)
  select distinct p.client_code, p.carrier, london_day(p.despatched_at)
  from changed c cross join lateral (
    select * from parcels where client_code = c.client_code and tracking_number between c.despatched_as and c.despatched_as
    order by tracking_number limit 1
  ) p
  where c.despatched_as <> ''
  union
  select distinct p.client_code, p.carrier, london_day(p.despatched_at)
  from changed c cross join lateral (
    select * from parcels where client_code = c.client_code and order_number between c.order_number and c.order_number
    order by order_number offset 0
  ) p
  where c.despatched_as = '' and c.tracking_number = '' and c.order_number <> '' and c.leg = 'outbound';
  return null;
end $$;
create trigger note_billing_days_of_new after insert on invoice_parcels
  referencing new table as changed for each statement execute function note_billing_days_of_rows();
create trigger note_billing_days_of_gone after delete on invoice_parcels
  referencing old table as changed for each statement execute function note_billing_days_of_rows();

-- A row that changes may also change what the row of its detail bills of the order's other parcels: all of them are noted.
create function note_billing_days_of_row() returns trigger language plpgsql as $$
begin
  insert into billing_days_changed (client_code, carrier, day)
  select p.client_code, p.carrier, london_day(p.despatched_at) from parcels p
  where (p.client_code, p.tracking_number) in ((old.client_code, old.despatched_as), (new.client_code, new.despatched_as))
  union
  select p.client_code, p.carrier, london_day(p.despatched_at) from parcels p
  where (p.client_code, p.order_number) in ((old.client_code, old.order_number), (new.client_code, new.order_number));
  return null;
end $$;
create trigger note_billing_days_of_changed after update on invoice_parcels for each row
  when ((old.client_code, old.despatched_as, old.order_number) is distinct from
    (new.client_code, new.despatched_as, new.order_number))
  execute function note_billing_days_of_row();
