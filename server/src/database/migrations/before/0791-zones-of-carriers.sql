-- Which places a zone of a carrier covers, from day to day; agreed charges name zones by their code. As agreements are kept.
create table invoice_zones (
  zone_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
select restrict_to_operator('invoice_zones');
grant select, insert, update, delete on invoice_zones to despatch_app;

-- What is owed as of a day goes by zones as they were, too.
alter table invoice_agreements_before drop constraint invoice_agreements_before_kind_check,
  add constraint invoice_agreements_before_kind_check check (kind in ('agreed', 'divisor', 'zone')) not valid;
