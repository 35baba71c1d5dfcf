-- The postcode area of an order in the United Kingdom or a Crown dependency, else ''.
create or replace function work_region(country text, post_code text) returns text language sql immutable parallel safe as $$
  select case when country in ('GB', 'GG', 'IM', 'JE') then coalesce(substring(upper(post_code) from '^[A-Z]{1,2}'), '') else '' end
$$;

-- Whether an open order has no carrier for all of it. Lists, counts and Home all use this function. PostgreSQL inlines it, so
-- keep its text equal to the index orders_without_carrier.
create or replace function lacks_carrier(status text, lacks int) returns boolean language sql immutable parallel safe as $$
  select status in ('N', 'R') and (lacks is null or (lacks & 128) <> 0)
$$;

-- Whether an order needs attention before it can be sent, as `attentionOf` in domain decides. A suspended order gets its carrier
-- later, so 128 does not count. Keep the text equal to the index orders_that_need_attention.
create or replace function needs_attention(status text, lacks int) returns boolean language sql immutable parallel safe as $$
  select status in ('N', 'R', 'S') and (lacks & case status when 'S' then 127 else 255 end) <> 0
$$;

-- The facets in which one open order counts.
create or replace function work_facets(status text, dispatch_service text, country text, region text, source text, suspended_for text,
  despatch_date date, lacks int) returns table (facet text, value text, day date) language sql immutable parallel safe as $$
  select unnest(array[
      'open', 'dispatchService', 'country', 'source', 'despatch', case when region <> '' then 'region' end,
      case when suspended_for <> '' then 'suspendedFor' end, case when status = 'S' then 'suspended' end,
      case when lacks_carrier(status, lacks) then 'noCarrier' end,
      case when needs_attention(status, lacks) then 'needsAttention' end
    ]), unnest(array['', dispatch_service, country, source, '', region, suspended_for, '', '', '']),
    unnest(array['-infinity', '-infinity', '-infinity', '-infinity', despatch_date, '-infinity', '-infinity', '-infinity',
      '-infinity', '-infinity']::date[])
$$;
