-- A parcel is found by its last digits.
create function keep_number_backwards() returns trigger language plpgsql as $$
begin
  new.number_backwards := case when new.tracking_number ~ '[0-9]{5}$' then reverse(right(new.tracking_number, 16)) end;
  return new;
end $$;
create trigger keep_number_backwards before insert or update of tracking_number on parcels for each row
  execute function keep_number_backwards();
