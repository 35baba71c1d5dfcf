-- What else is known of a SKU: its other two sides (millimetres; `length` is the longest), whether each piece has a serial
-- number, and the number that a spreadsheet makes of its code ('123' of 00123, '100000' of 1E5; null where it makes none).
alter table skus
  add column width int,
  add column height int,
  add column is_serial_numbered boolean not null default false,
  add column code_number text collate "C",
  add constraint skus_sides check (width >= 0 and height >= 0) not valid;
create function number_of_code(sku_code text) returns text language sql immutable as $$
  select case
    when sku_code ~ '^[0-9]{1,40}$' then coalesce(nullif(ltrim(sku_code, '0'), ''), '0')
    when sku_code ~ '^[0-9]{1,6}[eE][0-9]{1,2}$' then sku_code::numeric::text
  end
$$;
create function keep_code_number() returns trigger language plpgsql as $$
begin
  new.code_number := number_of_code(new.sku_code);
  return new;
end $$;
create trigger keep_code_number before insert or update of sku_code on skus for each row execute function keep_code_number();
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
update skus set code_number = number_of_code(sku_code) where sku_code ~ '^[0-9]{1,40}([eE][0-9]{1,2})?$';
select set_config('app.clients', '', true);
