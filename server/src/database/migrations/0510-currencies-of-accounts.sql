-- Which currency a carrier bills an account in, where neither its files nor their layout say so: said of one invoice, and kept
-- for those that come.
create table invoice_account_currencies (
  carrier_name text not null,
  account text collate "C" not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  said_at timestamptz not null,
  said_by text not null,
  primary key (carrier_name, account)
);
select restrict_to_operator('invoice_account_currencies');
grant select, insert, update on invoice_account_currencies to despatch_app;
