-- Carriers' invoices. Amounts are whole ten-thousandths of the invoice's currency, net unless they are called tax; weights are
-- grams. Files, invoices, proofs and what is agreed with carriers are the operator's alone: their tables show nothing to
-- a transaction whose context does not hold the client '' (internal users have it). Details and parcel rows carry the
-- client whose parcel they bill; those that match nothing have the client ''.

create table invoice_files (
  file_id bigint generated always as identity primary key,
  sha256 bytea not null,
  filename text not null,
  bytes bigint not null,
  state text collate "C" not null default 'Waiting'
    check (state in ('Waiting', 'Reading', 'Matching', 'Judging', 'Imported', 'Unknown layout', 'Refused', 'Cancelled')),
  done int not null default 0,
  total int not null default 0,
  message text not null default '',
  -- The layout that it was taken for, with its version; empty before it is known.
  layout text not null default '',
  refused_rows int not null default 0,
  -- What became of its rows: domain/src/invoices/reading/read-event.ts, FileRead.
  file_read jsonb,
  sent_at timestamptz not null,
  sent_by text not null,
  user_id bigint,
  creator text not null default '',
  -- The job that imports it.
  job_id uuid
);
-- The same bytes are caught; a file that nothing was taken from may come again.
create unique index invoice_files_by_bytes on invoice_files (sha256) where state not in ('Refused', 'Cancelled');
create index invoice_files_by_time on invoice_files (sent_at);

create table invoice_file_pieces (
  file_id bigint not null references invoice_files on delete cascade,
  piece int not null,
  bytes bytea not null,
  primary key (file_id, piece)
);
alter table invoice_file_pieces alter column bytes set storage external;

create table invoices (
  invoice_id bigint generated always as identity primary key,
  file_id bigint not null references invoice_files,
  carrier text collate "C" not null,
  carrier_name text not null,
  account text collate "C" not null default '',
  invoice_number text collate "C" not null,
  invoice_day date not null,
  due_day date,
  currency text collate "C" not null default '',
  status text collate "C" not null default 'Imported' check (status in ('Imported', 'Accepted', 'Rejected')),
  version int not null default 1,
  proof text collate "C" not null check (proof in ('adds up', 'does not add up', 'nothing stated')),
  -- domain/src/invoices/reading/proof.ts, with the remarks and the refused rows that are kept.
  proof_details jsonb not null,
  deleted_rows int not null default 0,
  explanation text not null default '',
  explained_by text not null default '',
  explained_at timestamptz,
  reason text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  -- The decision that rejected it: undoing that sets it back.
  decided_command uuid,
  unique (carrier, account, invoice_number)
);
create index invoices_by_file on invoices (file_id);

-- What of an invoice is a client's: the list of invoices. The row of the client '' is the invoice as a whole.
create table invoice_sums (
  client_code text collate "C" not null,
  invoice_id bigint not null,
  status text collate "C" not null,
  carrier text collate "C" not null,
  carrier_name text not null,
  account text collate "C" not null,
  invoice_number text collate "C" not null,
  invoice_day date not null,
  due_day date,
  currency text collate "C" not null,
  imported_at timestamptz not null,
  details int not null,
  parcels int not null,
  -- Parcel rows of the whole invoice, and those of them that nobody has decided.
  of_parcels int not null,
  undecided int not null,
  undecided_billed bigint not null,
  billed bigint not null,
  tax bigint not null,
  matched bigint not null,
  expected bigint not null,
  variance bigint not null,
  -- Amounts by cause.
  causes jsonb not null default '{}',
  -- By verdict: [rows, undecided, billed, variance].
  verdicts jsonb not null default '{}',
  reason text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  primary key (client_code, invoice_id)
);
create index invoice_sums_by_import on invoice_sums (client_code, imported_at, invoice_id);
create index invoice_sums_by_day on invoice_sums (client_code, invoice_day, invoice_id);
create index invoice_sums_of_invoice on invoice_sums (invoice_id);

create table invoice_details (
  client_code text collate "C" not null,
  invoice_id bigint not null,
  detail_no int not null,
  status text collate "C" not null default 'Imported' check (status in ('Imported', 'Accepted', 'Rejected')),
  line int not null,
  consignment_number text collate "C" not null,
  order_references text[] not null default '{}',
  order_number text collate "C" not null default '',
  leg text collate "C" not null check (leg in ('outbound', 'return', 'adjustment')),
  service text not null,
  shipment_day date,
  country text collate "C" not null,
  postcode text not null,
  pieces int not null,
  parcels int not null,
  billed bigint not null,
  tax bigint not null,
  expected bigint,
  variance bigint,
  verdict text collate "C" not null,
  causes jsonb not null default '{}',
  our_change bigint,
  reasons jsonb not null default '[]',
  billed_weight bigint,
  our_weight bigint,
  reason text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  primary key (client_code, invoice_id, detail_no)
);
create index invoice_details_by_place on invoice_details (invoice_id, detail_no);

-- What an invoice bills of one parcel. What it bills of a consignment or of the invoice as a whole is a row without a
-- tracking number, so that every penny stands in exactly one row, is decided there, and is never counted twice.
create table invoice_parcels (
  client_code text collate "C" not null,
  invoice_id bigint not null,
  parcel_no int not null,
  detail_no int not null,
  status text collate "C" not null default 'Imported' check (status in ('Imported', 'Accepted', 'Rejected')),
  line int not null,
  -- In its normal form, and as the carrier writes it where that is not the same.
  tracking_number text collate "C" not null,
  written_as text,
  consignment_number text collate "C" not null,
  order_number text collate "C" not null default '',
  -- The despatched parcel that it bills; empty where none was found, or all of a consignment.
  despatched_as text collate "C" not null default '',
  leg text collate "C" not null,
  shipment_day date,
  billed_weight bigint,
  declared_weight bigint,
  our_weight bigint,
  -- Millimetres.
  size int[],
  billed bigint not null,
  tax bigint not null,
  expected bigint,
  variance bigint,
  verdict text collate "C" not null,
  causes jsonb not null default '{}',
  our_change bigint,
  -- As billed, and as judged: domain/src/invoices.
  charges jsonb not null default '[]',
  judged_charges jsonb not null default '[]',
  reasons jsonb not null default '[]',
  reason text not null default '',
  decided_by text not null default '',
  decided_at timestamptz,
  version int not null default 1,
  primary key (client_code, invoice_id, parcel_no)
);
create index invoice_parcels_by_place on invoice_parcels (invoice_id, parcel_no);
create index invoice_parcels_by_detail on invoice_parcels (invoice_id, detail_no, parcel_no);
create index invoice_parcels_by_verdict on invoice_parcels (invoice_id, verdict, parcel_no);
create index invoice_parcels_by_variance on invoice_parcels (invoice_id, variance, parcel_no);
create index invoice_parcels_by_billed on invoice_parcels (invoice_id, billed, parcel_no);
create index invoice_parcels_by_number on invoice_parcels (tracking_number) where tracking_number <> '';
create index invoice_parcels_by_despatch on invoice_parcels (client_code, despatched_as) where despatched_as <> '';
create index invoice_parcels_by_order on invoice_parcels (client_code, order_number) where order_number <> '';

-- What each decision made of each row: what undoing it goes back to, and the version that it has to have still.
create table invoice_receipts (
  client_code text collate "C" not null,
  command_id uuid not null,
  invoice_id bigint not null,
  parcel_no int not null,
  user_id bigint not null,
  at timestamptz not null,
  tracking_number text collate "C" not null,
  before text collate "C" not null,
  reason_before text not null default '',
  after text collate "C" not null,
  version_after int not null,
  undone_at timestamptz,
  primary key (client_code, command_id, invoice_id, parcel_no)
);
create index invoice_receipts_by_time on invoice_receipts (at);
create index invoice_receipts_by_command on invoice_receipts (command_id);

create table invoice_layouts (
  code text collate "C" not null,
  version int not null,
  carrier text not null,
  title text not null,
  layout jsonb not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (code, version)
);

-- For whom: empty is all clients, or those that have none of their own.
create table invoice_tolerances (
  tolerance_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null,
  unique (carrier, for_client)
);
create table invoice_agreed (
  agreed_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
create table invoice_divisors (
  divisor_id bigint generated always as identity primary key,
  carrier text collate "C" not null,
  for_client text collate "C" not null default '',
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);
