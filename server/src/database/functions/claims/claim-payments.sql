-- Payments of claims are deleted with the credits that made them.
create or replace function remove_claim_payments() returns trigger language plpgsql as $$
begin
  delete from claim_settlements s using removed r where s.credit_id = r.credit_id;
  return null;
end $$;

-- Subtracts deleted payments from their claims. A paid claim becomes accepted again.
create or replace function take_back_claim_payments() returns trigger language plpgsql as $$
begin
  with gone as (
    select client_code, claim_id, sum(amount)::bigint as amount, min(invoice_number) as invoice_number
    from removed group by client_code, claim_id
  ), changed as (
    update claims c set paid = greatest(0, c.paid - g.amount), version = c.version + 1,
      state = case when c.state = 'paid' then 'accepted' else c.state end,
      closed_at = case when c.state = 'paid' then null else c.closed_at end
    from gone g where c.client_code = g.client_code and c.claim_id = g.claim_id
  )
  insert into claim_events (client_code, claim_id, at, by_name, what, text, amount)
  select client_code, claim_id, now(), '', 'credit taken back', invoice_number, amount from gone order by claim_id;
  return null;
end $$;
