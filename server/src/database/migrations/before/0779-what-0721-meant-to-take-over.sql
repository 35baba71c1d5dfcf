-- What postings reversed of accruals before these were kept stays reversed, and days that are still looked at are reckoned again
-- by what is due now. 0721 meant both and did neither: row-level security, which holds for the owner too, hid the rows.
select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true);
insert into invoice_accruals (client_code, tracking_number, despatched_on, invoice_id, amount, currency)
select distinct on (b.client_code, b.despatched_as) b.client_code, b.despatched_as, london_day(p.despatched_at), b.invoice_id, 0,
  c.currency_code
from invoice_posted f
join invoice_parcels b using (invoice_id)
join parcels p on p.client_code = b.client_code and p.tracking_number = b.despatched_as
join clients c on c.client_code = b.client_code
where f.reversed_by is null and b.despatched_as <> '' and b.leg = 'outbound' and b.verdict <> 'Already billed'
order by b.client_code, b.despatched_as, b.invoice_id
on conflict do nothing;
insert into billing_days_changed (client_code, carrier, day)
select distinct client_code, carrier, day from billing_days where day > current_date - 160;
select set_config('app.clients', '', true);
