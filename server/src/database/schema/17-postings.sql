-- What accepted invoices come to in the ledger, all of it the operator's, and what is billed of what left. Amounts of
-- postings are whole ten-thousandths, whole pence, of the line's currency.

-- Each accepted invoice stands in exactly one posting that is not reversed. Postings are kept as they were made.
create table invoice_postings (
  posting_id bigint generated always as identity primary key,
  -- Counted from 1 without a gap.
  number bigint not null unique,
  posted_at timestamptz not null,
  posted_by text not null,
  invoices int not null,
  lines int not null,
  -- How many invoices it corrects, beside those that it is the first to post.
  corrections int not null default 0,
  -- The date that it has in the ledger.
  posted_on date not null default (now() at time zone 'Europe/London')::date,
  -- The posting that it reverses.
  reverses bigint
);
-- A posting is reversed once.
create unique index invoice_postings_reversed_once on invoice_postings (reverses);

create table invoice_posted (
  invoice_id bigint not null references invoices,
  posting_id bigint not null references invoice_postings,
  -- The posting that reversed it: the invoice can be posted again.
  reversed_by bigint,
  primary key (invoice_id, posting_id)
);
-- An invoice stands in one posting at a time, however often it was posted and reversed.
create unique index invoice_posted_once on invoice_posted (invoice_id) where reversed_by is null;
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
  -- The code that it was posted with; empty where none was set.
  account_code text collate "C" not null default '',
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

-- Which codes lines of postings have in the operator's ledger: of an account, of a client's lines (for_client), of a kind of
-- charge (category), or of both. The carrier is always ''.
create table invoice_ledger_accounts (
  ledger_account_id bigint generated always as identity primary key,
  carrier text collate "C" not null default '',
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create unique index invoice_ledger_accounts_once on invoice_ledger_accounts
  (for_client, (terms ->> 'account'), (terms ->> 'category'));

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

-- What is due of each parcel that left, before anything of it is billed: what accrues. Whole ten-thousandths of the client's
-- currency, null where it cannot be known. Reckoned with the parcel's day (billing_days).
create table parcel_accruals (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  amount bigint,
  primary key (client_code, tracking_number)
);

-- The accruals that postings reversed: of each parcel once, by the first invoice that bills its carriage. The rate is
-- millionths of the invoice's currency for one of the client's, null where it is the same.
create table invoice_accruals (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  despatched_on date not null,
  invoice_id bigint not null,
  amount bigint not null,
  currency text collate "C" not null,
  rate bigint,
  -- When the correction was posted that reversed it, because the dispute of a row that was claimed back in whole was refused or
  -- written off; null where the invoice's first posting did. Reversing the correction frees it.
  corrected_at timestamptz,
  primary key (client_code, tracking_number, despatched_on)
);
create index invoice_accruals_of_invoice on invoice_accruals (invoice_id);

select restrict_to_clients('billing_days', 'billing_days_changed', 'billing_months', 'parcel_accruals', 'invoice_accruals');
select restrict_to_operator('invoice_postings', 'invoice_posted', 'invoice_posting_lines', 'invoice_posting_changes',
  'invoice_ledger_accounts');
grant select, insert, update, delete on billing_months, invoice_ledger_accounts, parcel_accruals to despatch_app;
grant select, insert, delete on invoice_posting_changes, billing_days, billing_days_changed to despatch_app;
-- What a posting reversed of accruals is free again once the posting is reversed.
grant select, insert, delete on invoice_accruals to despatch_app;
-- A posting is only ever added, and reversed by another.
grant select, insert on invoice_postings, invoice_posted, invoice_posting_lines to despatch_app;
grant update (reversed_by) on invoice_posted to despatch_app;
