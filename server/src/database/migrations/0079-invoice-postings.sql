-- What accepted invoices come to in the ledger: each invoice stands in exactly one posting, which is kept as it was made.
-- Amounts are whole ten-thousandths, whole pence, of the line's currency. All of it is the operator's.
create table invoice_postings (
  posting_id bigint generated always as identity primary key,
  -- Counted from 1 without a gap.
  number bigint not null unique,
  posted_at timestamptz not null,
  posted_by text not null,
  invoices int not null,
  lines int not null
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

select restrict_to_operator('invoice_postings', 'invoice_posted', 'invoice_posting_lines');

-- A posting is only ever added.
grant select, insert on invoice_postings, invoice_posted, invoice_posting_lines to despatch_app;
