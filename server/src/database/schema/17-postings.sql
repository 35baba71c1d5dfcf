-- What accepted invoices come to in the ledger, all of it the operator's, and what is billed of what left. Amounts of
-- postings are whole ten-thousandths, whole pence, of the line's currency.

-- Each accepted invoice stands in exactly one posting, which is kept as it was made.
create table invoice_postings (
  posting_id bigint generated always as identity primary key,
  -- Counted from 1 without a gap.
  number bigint not null unique,
  posted_at timestamptz not null,
  posted_by text not null,
  invoices int not null,
  lines int not null,
  -- How many invoices it corrects, beside those that it is the first to post.
  corrections int not null default 0
);

create table invoice_posted (
  invoice_id bigint primary key references invoices,
  posting_id bigint not null references invoice_postings
);
create index invoice_posted_by_posting on invoice_posted (posting_id);

create table invoice_posting_lines (
  posting_id bigint not null references invoice_postings,
  line_no int not null,
  invoice_id bigint not null,
  invoice_number text collate "C" not null,
  invoice_day date not null,
  due_day date,
  carrier text collate "C" not null,
  carrier_name text not null,
  account text collate "C" not null,
  category text collate "C" not null,
  -- Empty where it is no client's.
  of_client text collate "C" not null,
  tax_code text collate "C" not null,
  debit bigint not null check (debit >= 0),
  credit bigint not null check (credit >= 0),
  currency text collate "C" not null,
  text text not null,
  primary key (posting_id, line_no),
  check (debit = 0 or credit = 0)
);
create index invoice_posting_lines_of_invoice on invoice_posting_lines (invoice_id);

-- Posted invoices of which disputes or credits were decided otherwise since: the next posting corrects what was posted of them.
-- No foreign key, whose lock on the invoice would be asked for while its disputes are held.
create table invoice_posting_changes (
  invoice_id bigint primary key,
  changed_at timestamptz not null
);

-- What left with each carrier on each day, by the day on which an invoice that bills it was imported: what is still to be
-- billed is asked of any day, and is read from here, not from every parcel. Costs are as routed.
create table billing_days (
  client_code text collate "C" not null,
  carrier text collate "C" not null,
  day date not null,
  -- 'infinity' for what no invoice bills yet.
  billed_on date not null,
  parcels int not null,
  cost numeric(16, 4) not null,
  -- Those of the parcels for which no cost is known.
  unpriced int not null,
  primary key (client_code, carrier, day, billed_on)
);
create index billing_days_by_day on billing_days (client_code, day);
create index billing_days_by_billing on billing_days (client_code, billed_on);

-- Days to be reckoned again. Triggers only add rows, so that they wait for no other transaction, and the job removes the rows
-- that it has reckoned: those committed later stay.
create table billing_days_changed (
  client_code text collate "C" not null,
  change_id bigint generated always as identity,
  carrier text collate "C" not null,
  day date not null,
  primary key (client_code, change_id)
);

-- The same by month, for figures over years.
create table billing_months (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  is_billed boolean not null,
  parcels int not null,
  cost numeric(16, 4) not null,
  unpriced int not null,
  primary key (client_code, month, carrier, is_billed)
);

select restrict_to_clients('billing_days', 'billing_days_changed', 'billing_months');
select restrict_to_operator('invoice_postings', 'invoice_posted', 'invoice_posting_lines', 'invoice_posting_changes');
grant select, insert, update, delete on billing_months to despatch_app;
grant select, insert, delete on invoice_posting_changes, billing_days, billing_days_changed to despatch_app;
-- A posting is only ever added.
grant select, insert on invoice_postings, invoice_posted, invoice_posting_lines to despatch_app;
