-- Which codes lines of postings have in the operator's ledger: of an account, of a client's lines (for_client), of a kind of charge
-- (category), or of both. The carrier is always ''.
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
select restrict_to_operator('invoice_ledger_accounts');
grant select, insert, update, delete on invoice_ledger_accounts to despatch_app;

-- The code that a line was posted with; empty where none was set.
alter table invoice_posting_lines add column account_code text collate "C" not null default '';
