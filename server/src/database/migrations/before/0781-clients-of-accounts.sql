-- Whose parcels a carrier bills on an account, where its invoices name no parcels; any client's where none are set.
create table invoice_accounts (
  account_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create unique index invoice_accounts_by_account on invoice_accounts (carrier, (terms ->> 'account'));
select restrict_to_operator('invoice_accounts');
grant select, insert, update, delete on invoice_accounts to despatch_app;
