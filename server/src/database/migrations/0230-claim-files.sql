-- Evidence that people add to a claim: photos, made anew from what was sent, and documents (PDF). It goes to the carrier with
-- the claim.
create table claim_files (
  client_code text collate "C" not null,
  file_id uuid not null,
  claim_id bigint not null,
  name text not null,
  type text collate "C" not null check (type in ('image/jpeg', 'application/pdf')),
  bytes bytea not null,
  added_at timestamptz not null,
  added_by text not null,
  primary key (client_code, file_id),
  foreign key (client_code, claim_id) references claims
);
-- They are compressed already.
alter table claim_files alter column bytes set storage external;
create index claim_files_of_claim on claim_files (client_code, claim_id, added_at, file_id);
select restrict_to_clients('claim_files');
grant select, insert, delete on claim_files to despatch_app;
