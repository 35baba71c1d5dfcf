-- Calculates the sums of an invoice, in total (client '') and for each client, and the status of details whose rows are all
-- decided. Rows are summed by client and verdict first, so that an invoice of 60,000 rows is read once, not three times. The
-- caller holds the invoice and sees all of its rows.
create or replace function refresh_invoice(id bigint) returns void language plpgsql
  -- The planner has no statistics of an invoice that this transaction wrote.
  set enable_nestloop = off set jit = off
as $$
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
  by_client as materialized (
    select client_code, verdict, count(*) as count, count(*) filter (where status = 'Imported') as undecided,
      coalesce(sum(billed) filter (where status = 'Imported'), 0) as undecided_billed, sum(billed) as billed, sum(tax) as tax,
      coalesce(sum(expected), 0) as expected, coalesce(sum(variance), 0) as variance
    from rows group by client_code, verdict
  ),
  parts as (
    select client_code as part, * from by_client where client_code <> ''
    union all
    select '', * from by_client
  ),
  by_verdict as (
    select part, jsonb_object_agg(verdict, figures) as verdicts from (
      select part, verdict, jsonb_build_array(sum(count), sum(undecided), sum(billed), sum(variance)) as figures
      from parts group by part, verdict
    ) v group by part
  ),
  causes_by_client as materialized (
    select r.client_code, c.key as cause, sum(c.value::bigint) as amount
    from rows r, jsonb_each_text(r.causes) c where r.causes <> '{}' group by r.client_code, c.key
  ),
  by_cause as (
    select part, jsonb_object_agg(cause, amount) as causes from (
      select part, cause, sum(amount) as amount from (
        select client_code as part, cause, amount from causes_by_client where client_code <> ''
        union all
        select '', cause, amount from causes_by_client
      ) c group by part, cause
    ) c group by part
  ),
  details_by_client as materialized (select client_code, detail_no from rows group by client_code, detail_no),
  by_details as (
    select client_code as part, count(*)::int as details from details_by_client where client_code <> '' group by client_code
    union all
    select '', count(*)::int from (select from details_by_client group by detail_no) d
  ),
  sums as (
    select part, sum(count)::int as parcels, sum(undecided)::int as undecided, sum(undecided_billed) as undecided_billed,
      sum(billed) as billed, sum(tax) as tax,
      coalesce(sum(billed) filter (where verdict in ('Matched', 'Within tolerance')), 0) as matched,
      sum(expected) as expected, sum(variance) as variance
    from parts group by part
    union all
    select '', 0, 0, 0, 0, 0, 0, 0, 0 where not exists (select from rows)
  )
  select s.part, i.invoice_id, i.status, i.carrier, i.carrier_name, i.account, i.invoice_number, i.invoice_day, i.due_day,
    i.currency, f.sent_at, coalesce(d.details, 0), s.parcels, (select count(*) from rows)::int, s.undecided,
    s.undecided_billed::bigint, s.billed::bigint, s.tax::bigint, s.matched::bigint, s.expected::bigint, s.variance::bigint,
    coalesce(c.causes, '{}'), coalesce(v.verdicts, '{}'), i.reason, i.decided_by, i.decided_at,
    i.version
  from sums s
  join invoices i on i.invoice_id = id
  join invoice_files f using (file_id)
  left join by_details d on d.part = s.part
  left join by_verdict v on v.part = s.part
  left join by_cause c on c.part = s.part;
end $$;
