-- What an invoice comes to, as a whole (client '') and for each client, after its rows were judged, decided or deleted; and
-- what its details are where all their rows are decided. Called by who holds the invoice and sees all of its rows.
create function refresh_invoice(id bigint) returns void language plpgsql as $$
begin
  update invoice_details d set status = s.status
  from (
    select p.detail_no, case when bool_and(p.status = 'Accepted') then 'Accepted'
      when bool_and(p.status = 'Rejected') then 'Rejected' else 'Imported' end as status
    from invoice_parcels p where p.invoice_id = id group by p.detail_no
  ) s
  where d.invoice_id = id and d.detail_no = s.detail_no and d.status <> s.status;

  delete from invoice_sums where invoice_id = id;
  insert into invoice_sums
  with rows as materialized (
    select p.client_code, p.status, p.billed, p.tax, p.expected, p.variance, p.verdict, p.causes, p.detail_no
    from invoice_parcels p where p.invoice_id = id
  ),
  parts as (
    select p.client_code as part, p.* from rows p where p.client_code <> ''
    union all
    select '', p.* from rows p
  ),
  by_verdict as (
    select part, jsonb_object_agg(verdict, figures) as verdicts from (
      select part, verdict, jsonb_build_array(count(*), count(*) filter (where status = 'Imported'), sum(billed),
        coalesce(sum(variance), 0)) as figures
      from parts group by part, verdict
    ) v group by part
  ),
  by_cause as (
    select part, jsonb_object_agg(cause, amount) as causes from (
      select part, c.key as cause, sum(c.value::bigint) as amount
      from parts, jsonb_each_text(causes) c group by part, c.key
    ) c group by part
  ),
  sums as (
    select part, count(distinct detail_no)::int as details, count(*)::int as parcels,
      (count(*) filter (where status = 'Imported'))::int as undecided,
      coalesce(sum(billed) filter (where status = 'Imported'), 0) as undecided_billed,
      sum(billed) as billed, sum(tax) as tax,
      coalesce(sum(billed) filter (where verdict in ('Matched', 'Within tolerance')), 0) as matched,
      coalesce(sum(expected), 0) as expected, coalesce(sum(variance), 0) as variance
    from parts group by part
    union all
    select '', 0, 0, 0, 0, 0, 0, 0, 0, 0 where not exists (select from rows)
  )
  select s.part, i.invoice_id, i.status, i.carrier, i.carrier_name, i.account, i.invoice_number, i.invoice_day, i.due_day,
    i.currency, f.sent_at, s.details, s.parcels, (select count(*) from rows)::int, s.undecided, s.undecided_billed::bigint,
    s.billed::bigint, s.tax::bigint, s.matched::bigint, s.expected::bigint, s.variance::bigint,
    coalesce(c.causes, '{}'), coalesce(v.verdicts, '{}'), i.reason, i.decided_by, i.decided_at
  from sums s
  join invoices i on i.invoice_id = id
  join invoice_files f using (file_id)
  left join by_verdict v on v.part = s.part
  left join by_cause c on c.part = s.part;
end $$;
