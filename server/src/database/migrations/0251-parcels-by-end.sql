-- A parcel by its last digits, as somebody reads them out: a number from its last sign to the first, so that its end is a
-- beginning that an index finds. Null of those that end in less than five digits, which nobody can look for so, and of parcels
-- of before, until a job has looked at them.
alter table parcels add column number_backwards text collate "C";
create function keep_number_backwards() returns trigger language plpgsql as $$
begin
  new.number_backwards := case when new.tracking_number ~ '[0-9]{5}$' then reverse(right(new.tracking_number, 16)) end;
  return new;
end $$;
create trigger keep_number_backwards before insert or update of tracking_number on parcels for each row
  execute function keep_number_backwards();
