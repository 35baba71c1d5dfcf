-- The postcode area of an order in the United Kingdom or the Crown dependencies; '' for any other.
create or replace function work_region(country text, post_code text) returns text language sql immutable parallel safe as $$
  select case when country in ('GB', 'GG', 'IM', 'JE') then coalesce(substring(upper(post_code) from '^[A-Z]{1,2}'), '') else '' end
$$;

-- Whether an order has no carrier: it is to be sent, and no carrier takes all of it or none was looked for. Lists, counts and Home all
-- ask this function. PostgreSQL inlines it, so that the index orders_without_carrier, which has the same words, serves it.
create or replace function lacks_carrier(status text, lacks int) returns boolean language sql immutable parallel safe as $$
  select status in ('N', 'R') and (lacks is null or (lacks & 128) <> 0)
$$;

-- Whether people have to see to an order before it can be sent: what the domain's `attentionOf` says of what is kept with it. A suspended
-- order gets its carrier later. The index orders_that_need_attention has the same words.
create or replace function needs_attention(status text, lacks int) returns boolean language sql immutable parallel safe as $$
  select status in ('N', 'R', 'S') and (lacks & case status when 'S' then 127 else 255 end) <> 0
$$;

-- What an open order counts as by itself.
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
