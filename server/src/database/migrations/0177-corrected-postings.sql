-- Posted invoices of which disputes or credits were decided otherwise since: the next posting corrects what was posted of them.
-- No foreign key, whose lock on the invoice would be asked for while its disputes are held.
create table invoice_posting_changes (
  invoice_id bigint primary key,
  changed_at timestamptz not null
);
select restrict_to_operator('invoice_posting_changes');
grant select, insert, delete on invoice_posting_changes to despatch_app;

-- How many invoices a posting corrects, beside those that it is the first to post.
alter table invoice_postings add column corrections int not null default 0;
