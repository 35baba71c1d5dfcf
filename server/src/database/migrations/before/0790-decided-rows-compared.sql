-- Decided rows of which another cost is expected now, as a job found when it last compared an invoice. What was decided stays.
create table invoice_differences (
  invoice_id bigint not null references invoices on delete cascade,
  parcel_no int not null,
  -- What was expected when it was decided, and what is now; null where it cannot be known. Ten-thousandths of the invoice's
  -- currency.
  expected bigint,
  expected_now bigint,
  found_at timestamptz not null,
  -- Who has looked at it; again to be looked at once something else is expected.
  reviewed_at timestamptz,
  reviewed_by text,
  primary key (invoice_id, parcel_no)
);
create index invoice_differences_to_review on invoice_differences (found_at) where reviewed_at is null;
select restrict_to_operator('invoice_differences');
grant select, insert, update, delete on invoice_differences to despatch_app;

-- When decided rows of an invoice were last compared; one that is not here waits for it.
create table invoice_comparisons (
  invoice_id bigint primary key references invoices on delete cascade,
  compared_at timestamptz not null
);
select restrict_to_operator('invoice_comparisons');
grant select, insert, update, delete on invoice_comparisons to despatch_app;
