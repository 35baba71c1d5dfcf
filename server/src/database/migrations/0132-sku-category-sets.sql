-- All categories of a SKU as one text, which an index can be searched for under row-level security: so the categories of a
-- client are read set by set, and not from all SKUs.
create function category_set(categories text[]) returns text immutable language sql as $$
  select array_to_string(categories, ';')
$$;
alter table skus add column category_set text collate "C";
create function keep_category_set() returns trigger language plpgsql as $$
begin
  new.category_set := category_set(new.categories);
  return new;
end $$;
create trigger keep_category_set before insert or update of categories on skus for each row execute function keep_category_set();
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
update skus set category_set = category_set(categories) where categories <> '{}';
select set_config('app.clients', '', true);
