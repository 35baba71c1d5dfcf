-- Of prices that are there, the earliest day on which a row begins that was added or changed, or taken away where another takes
-- its place, else the day of publication; every day where the method had no price before. An item that left the prices alone
-- has the day of the item before.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
with prices as (
  select i.client_code, i.item_key, i.from_version, i.content -> 'pricing' as pricing, london_day(b.published_at) as entered_on,
    lag(i.content -> 'pricing') over methods as before
  from rule_book_items i join rule_books b on b.client_code = i.client_code and b.version = i.from_version
  where i.kind = 'method'
  window methods as (partition by i.client_code, i.item_key order by i.from_version)
),
lines as (
  select p.client_code, p.item_key, p.from_version, part, side, line - 'chargeID' as line,
    coalesce(line -> 'effectiveBetween' ->> 'from', line ->> 'effectiveFrom', p.entered_on::text)::date as first_day,
    coalesce(line -> 'effectiveBetween' ->> 'from', line ->> 'effectiveFrom')::date as since,
    (line -> 'effectiveBetween' ->> 'to')::date as until
  from prices p
  cross join (values ('primaryCosting'), ('secondaryCosting')) as parts (part)
  cross join lateral (values ('before', p.before), ('after', p.pricing)) as sides (side, pricing)
  cross join lateral jsonb_array_elements(
    case jsonb_typeof(sides.pricing -> part -> 'costingMatrix') when 'array' then sides.pricing -> part -> 'costingMatrix' else '[]' end
  ) as line
  where p.before is distinct from p.pricing
),
changed as (
  select client_code, item_key, from_version, min(first_day) as first_day
  from lines l
  where not exists (
      select from lines o where o.client_code = l.client_code and o.item_key = l.item_key and o.from_version = l.from_version
        and o.part = l.part and o.side <> l.side and o.line = l.line
    )
    and (l.side = 'after' or exists (
      select from lines o where o.client_code = l.client_code and o.item_key = l.item_key and o.from_version = l.from_version
        and o.part = l.part and o.side = 'after' and o.line -> 'from' = l.line -> 'from' and o.line -> 'to' = l.line -> 'to'
        and (o.since is null or o.since <= l.first_day) and (o.until is null or o.until >= l.first_day)
    ))
  group by client_code, item_key, from_version
),
runs as (
  select p.*, c.first_day,
    bool_or(p.before ->> 'pricingMethod' <> 'None' and p.before -> 'primaryCosting' <> 'null') over methods as had_price,
    count(*) filter (where p.before is distinct from p.pricing) over methods as run
  from prices p left join changed c using (client_code, item_key, from_version)
  window methods as (partition by p.client_code, p.item_key order by p.from_version)
)
update rule_book_items i set holds_from = f.holds_from
from (
  select client_code, item_key, from_version,
    first_value(case when had_price then coalesce(first_day, entered_on) end)
      over (partition by client_code, item_key, run order by from_version) as holds_from
  from runs
) f
where i.kind = 'method' and i.client_code = f.client_code and i.item_key = f.item_key and i.from_version = f.from_version
  and i.holds_from is distinct from f.holds_from;
select set_config('app.clients', '', true);
