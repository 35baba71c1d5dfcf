-- The date that a posting has in the ledger, and the posting that it reverses. A server of the version before dates what it posts
-- by the day on which it does.
alter table invoice_postings add column posted_on date not null default (now() at time zone 'Europe/London')::date;
-- Row-level security holds for the owner too: these are the operator's, whose client is ''.
select set_config('app.clients', '{""}', true);
update invoice_postings set posted_on = (posted_at at time zone 'Europe/London')::date
where posted_on <> (posted_at at time zone 'Europe/London')::date;
select set_config('app.clients', '', true);
alter table invoice_postings add column reverses bigint;

-- The posting that reversed it: the invoice can be posted again.
alter table invoice_posted add column reversed_by bigint;
grant update (reversed_by) on invoice_posted to despatch_app;
-- What a posting reversed of accruals is free again once the posting is reversed.
grant delete on invoice_accruals to despatch_app;
