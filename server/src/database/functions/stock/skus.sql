-- The number that a spreadsheet makes of a code that looks like one.
create or replace function number_of_code(sku_code text) returns text language sql immutable as $$
  select case
    when sku_code ~ '^[0-9]{1,40}$' then coalesce(nullif(ltrim(sku_code, '0'), ''), '0')
    when sku_code ~ '^[0-9]{1,6}[eE][0-9]{1,2}$' then sku_code::numeric::text
  end
$$;

create or replace function keep_code_number() returns trigger language plpgsql as $$
begin
  new.code_number := number_of_code(new.sku_code);
  return new;
end $$;

-- All categories of a SKU as one text.
create or replace function category_set(categories text[]) returns text immutable language sql as $$
  select array_to_string(categories, ';')
$$;

create or replace function keep_category_set() returns trigger language plpgsql as $$
begin
  new.category_set := category_set(new.categories);
  return new;
end $$;
