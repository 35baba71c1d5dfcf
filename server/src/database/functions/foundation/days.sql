-- Days are those of London.
create or replace function london_day(at timestamptz) returns date language sql stable parallel safe
  return (at at time zone 'Europe/London')::date;

-- The Monday of a day. By counting, because date_trunc goes through time zones. 1 January 2001 was a Monday.
create or replace function week_of(day date) returns date language sql immutable parallel safe as $$
  select day - (((day - date '2001-01-01') % 7 + 7) % 7)
$$;
