-- The London day of an instant.
create or replace function london_day(at timestamptz) returns date language sql stable parallel safe
  return (at at time zone 'Europe/London')::date;

-- The instant at which a London day begins.
create or replace function london_midnight(day date) returns timestamptz language sql stable parallel safe
  return day::timestamp at time zone 'Europe/London';
