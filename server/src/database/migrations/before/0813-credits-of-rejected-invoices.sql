-- What an invoice that is rejected as a whole gives back is no credit. What credits of such invoices settled before stays, and is taken
-- back once the rejection is undone and made again.
select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true);
delete from invoice_credits c using invoices i
where i.invoice_id = c.invoice_id and i.status = 'Rejected' and c.settled = 0;
select set_config('app.clients', '', true);
