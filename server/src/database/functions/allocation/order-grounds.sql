-- `between` and `offset 0` keep the planner to the key's index for a new client (record 14; bench fresh-feed).
-- Returns what allocation needs to decide orders: the client's flags and rule book, its carriers' used capacity, and the values
-- and measures of SKUs.
create or replace function order_grounds(asked_client text, asked_skus text[], first_day date, last_day date)
returns table (
  currency_code text, new_order_line boolean, order_line_value boolean, book_version int, used json, goods json
)
language plpgsql stable
set enable_sort = off
-- One plan for all calls: planning for each order took five times as long as the query.
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select c.currency_code, c.new_order_line, c.order_line_value,
      (select h.version from rule_book_heads h where h.client_code = asked_client),
      (
        select json_object_agg(u.carrier || ' ' || to_char(u.despatch_day, 'YYYY-MM-DD'), u.parcels)
        from capacity_usage u
        where u.client_code = asked_client and u.despatch_day between first_day and last_day and u.parcels > 0
      ),
      (
        select json_agg(json_build_object(
          'sku', s.sku_code, 'unitValue', s.unit_value::text,
          'weight', s.weight, 'length', s.length, 'volume', s.volume, 'categories', s.categories,
          'components', (
            select json_agg(json_build_object(
              'sku', box.sku_code, 'quantity', m.quantity,
              'weight', box.weight, 'length', box.length, 'volume', box.volume, 'categories', box.categories
            ) order by m.component_code)
            from (
              select component_code, quantity from sku_components
              where client_code = asked_client and sku_code between s.sku_code and s.sku_code
              order by sku_code, component_code offset 0
            ) m cross join lateral (
              select sku_code, weight, length, volume, categories from skus
              where client_code = asked_client and sku_code between m.component_code and m.component_code
              order by sku_code limit 1
            ) box
          )
        ))
        from (select distinct unnest(asked_skus) as sku_code) asked cross join lateral (
          select sku_code, unit_value, weight, length, volume, categories from skus
          where client_code = asked_client and sku_code between asked.sku_code and asked.sku_code
          order by sku_code limit 1
        ) s
      )
    from clients c where c.client_code = asked_client;
end $$;
