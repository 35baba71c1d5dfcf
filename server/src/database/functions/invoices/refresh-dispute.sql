-- Calculates a dispute's amounts and state, and each client's share, after its parts changed. A dispute that was refused or
-- written off stays so unless it is credited in full. The caller holds the dispute and sees all clients.
create or replace function refresh_dispute(id bigint) returns void language sql as $$
  with sums as (
    select count(distinct (client_code, parcel_no))::int as rows, coalesce(sum(claimed), 0)::bigint as claimed,
      coalesce(sum(credited), 0)::bigint as credited
    from invoice_dispute_parts where dispute_id = id
  )
  update invoice_disputes d set rows = s.rows, claimed = s.claimed, credited = s.credited, version = d.version + 1,
    state = case
      when s.credited = s.claimed then 'credited'
      when d.state in ('refused', 'written off') then d.state
      when s.credited > 0 then 'partly credited'
      when d.sent_at is not null then 'sent'
      else 'open' end
  from sums s where d.dispute_id = id;

  delete from invoice_dispute_shares where dispute_id = id;
  insert into invoice_dispute_shares (client_code, dispute_id, invoice_id, state, payable, rows, claimed, credited)
  select p.client_code, d.dispute_id, d.invoice_id, d.state, d.payable, count(distinct p.parcel_no)::int,
    sum(p.claimed)::bigint, sum(p.credited)::bigint
  from invoice_dispute_parts p join invoice_disputes d using (dispute_id)
  where p.dispute_id = id
  group by p.client_code, d.dispute_id;
$$;
