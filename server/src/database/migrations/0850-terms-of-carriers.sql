-- The moment of the last change of carriers' terms: agreed charges, volumetric divisors and zones. Decisions keep it, and read the
-- terms as they were at it. A change takes the next moment under the lock of this row, so that it is after every decision made
-- before. It holds no client's data, and allocation reads it for client users too. Null before the first change.
create table carrier_terms_moment (
  is_only boolean primary key default true check (is_only),
  moment timestamptz
);
grant select on carrier_terms_moment to despatch_app;

-- Row-level security shows the terms to the operator.
select set_config('app.clients', '{""}', true);
insert into carrier_terms_moment (moment)
select date_trunc('milliseconds', max(at)) + interval '1 millisecond' from (
  select changed_at as at from invoice_agreed
  union all select changed_at from invoice_divisors
  union all select changed_at from invoice_zones
  union all select ended_at from invoice_agreements_before
) changes;
