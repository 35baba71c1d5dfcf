-- What agreed charges and volumetric divisors were before they were changed or deleted, and from when until when they were so:
-- what is owed as of a day goes by what was known at its end.
create table invoice_agreements_before (
  kind text not null check (kind in ('agreed', 'divisor')),
  agreement_id bigint not null,
  version int not null,
  carrier text collate "C" not null,
  for_client text collate "C" not null,
  terms jsonb not null,
  entered_at timestamptz not null,
  entered_by text not null,
  ended_at timestamptz not null,
  primary key (kind, agreement_id, version)
);
select restrict_to_operator('invoice_agreements_before');
grant select, insert on invoice_agreements_before to despatch_app;
