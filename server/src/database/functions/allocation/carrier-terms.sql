-- Carriers' terms are the operator's alone, but allocation counts them for every client: these functions read them with their
-- owner's rights and as the operator. The server shows them to nobody who may not see costs.

-- The terms as they were known at a moment, despite later changes and deletions. Returns agreed charges, divisors and zones.
create or replace function carrier_terms_at(asked timestamptz)
returns table (kind text, id bigint, carrier text, client text, terms jsonb, by text)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  seen text := coalesce(current_setting('app.clients', true), '');
begin
  perform set_config('app.clients', '{""}', true);
  return query
    select 'agreed', agreed_id, carrier, for_client, terms, changed_by from invoice_agreed where changed_at <= asked
    union all
    select 'divisor', divisor_id, carrier, for_client, terms, changed_by from invoice_divisors where changed_at <= asked
    union all
    select 'zone', zone_id, carrier, for_client, terms, changed_by from invoice_zones where changed_at <= asked
    union all
    select kind, agreement_id, carrier, for_client, terms, entered_by from invoice_agreements_before
    where entered_at <= asked and ended_at > asked
    order by 1, 2;
  perform set_config('app.clients', seen, true);
end $$;

-- All exchange rates, in any order.
create or replace function exchange_rates() returns table (terms jsonb)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  seen text := coalesce(current_setting('app.clients', true), '');
begin
  perform set_config('app.clients', '{""}', true);
  return query select terms from invoice_rates;
  perform set_config('app.clients', seen, true);
end $$;

-- The moment of a change of terms that the transaction is about to make: after all earlier ones. It locks the terms until the end of
-- the transaction.
create or replace function next_terms_moment(at timestamptz) returns timestamptz
language sql security definer set search_path = public, pg_temp as $$
  update carrier_terms_moment set moment = greatest(moment + interval '1 millisecond', date_trunc('milliseconds', at))
  returning moment
$$;

-- Notes that terms changed, however they were changed.
create or replace function note_terms_moment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update carrier_terms_moment set moment = greatest(moment + interval '1 millisecond',
    date_trunc('milliseconds', coalesce(new.changed_at, old.changed_at)) + interval '1 millisecond');
  return null;
end $$;
