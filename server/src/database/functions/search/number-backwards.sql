-- The last digits of a tracking number, reversed, so that a search for the end of a number can use an index. Postal numbers end
-- with a country ('AB123456789GB'), which is left out.
create or replace function digits_backwards(tracking_number text) returns text immutable parallel safe language sql as $$
  select case when tracking_number ~ '[0-9]{5}([A-Z]{2})?$'
    then reverse(right(regexp_replace(tracking_number, '[A-Z]{2}$', ''), 16)) end
$$;

create or replace function keep_number_backwards() returns trigger language plpgsql as $$
begin
  new.number_backwards := digits_backwards(new.tracking_number);
  return new;
end $$;
