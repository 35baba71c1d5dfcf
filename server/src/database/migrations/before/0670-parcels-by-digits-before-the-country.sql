-- Post offices end a parcel's number with their country ('AB123456789GB'): it is found by the digits before that.
create function digits_backwards(tracking_number text) returns text immutable parallel safe language sql as $$
  select case when tracking_number ~ '[0-9]{5}([A-Z]{2})?$'
    then reverse(right(regexp_replace(tracking_number, '[A-Z]{2}$', ''), 16)) end
$$;

create or replace function keep_number_backwards() returns trigger language plpgsql as $$
begin
  new.number_backwards := digits_backwards(new.tracking_number);
  return new;
end $$;

-- Parcels of before get theirs while people work; where there are no clients yet there are none.
insert into figures_to_fill select 'digits of parcels' where exists (select from clients);
