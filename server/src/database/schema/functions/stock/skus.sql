-- The number that a spreadsheet makes of a code.
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

-- All categories of a SKU as one text.
create function category_set(categories text[]) returns text immutable language sql as $$
  select array_to_string(categories, ';')
$$;

create function keep_category_set() returns trigger language plpgsql as $$
begin
  new.category_set := category_set(new.categories);
  return new;
end $$;
create trigger keep_category_set before insert or update of categories on skus for each row execute function keep_category_set();
