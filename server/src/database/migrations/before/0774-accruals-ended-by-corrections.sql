-- When the correction was posted that reversed an accrual, because the dispute of a row that was claimed back in whole was refused
-- or written off; null where the invoice's first posting did. Reversing the correction frees it.
alter table invoice_accruals add column corrected_at timestamptz;

-- Days that are still looked at are reckoned again: a row that is claimed back in whole does not end an accrual. Row-level security
-- holds for the owner too.
select set_config('app.clients', (select array_append(array_agg(client_code), '')::text from clients), true);
insert into billing_days_changed (client_code, carrier, day)
select distinct client_code, carrier, day from billing_days where day > current_date - 160;
select set_config('app.clients', '', true);
