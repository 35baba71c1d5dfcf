-- Carriers' invoices. Amounts are whole ten-thousandths of the invoice's currency, net unless they are called tax; weights
-- are grams. Files, invoices, proofs and what is agreed with carriers are the operator's alone: their tables show nothing to
-- a transaction whose context does not hold the client '' (internal users have it). Details and parcel rows carry the client
-- whose parcel they bill; those that match nothing have the client ''.

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
  -- What was done with its rows: domain/src/invoices/reading/read-event.ts, FileRead.
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
-- Home counts the files of carriers whose layout nobody knows, and they are listed by themselves.
create index invoice_files_that_wait on invoice_files (sent_at, file_id) where state = 'Unknown layout';

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
  -- What a row bills by its layout: domain/src/invoices/parcel-accounts/covers.ts.
  bills text collate "C" not null default 'parcels',
  -- Since when it counts in the accounts of its parcels. null: since its file came.
  billed_since timestamptz default clock_timestamp(),
  constraint invoices_bills check (bills in ('parcels', 'consignments', 'sales orders')),
  unique (carrier, account, invoice_number)
);
create index invoices_by_file on invoices (file_id);
-- Those that wait to be posted.
create index invoices_accepted on invoices (invoice_day, invoice_id) where status = 'Accepted';

-- Finding a carrier's invoice by its number, as people write it: in any case, with or without what separates its parts and
-- the zeros in front. domain/src/invoices/invoice-number.ts says the same.
create function normal_invoice_number(number text) returns text language sql immutable parallel safe
  return ltrim(regexp_replace(upper(number collate "C"), '[^A-Z0-9]', '', 'g'), '0');

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
  -- The version of the invoice: users of clients who decide on an invoice of their own say which version they read, and they
  -- see the sums alone.
  version int not null default 1,
  primary key (client_code, invoice_id)
);
create index invoice_sums_by_import on invoice_sums (client_code, imported_at, invoice_id);
create index invoice_sums_by_day on invoice_sums (client_code, invoice_day, invoice_id);
create index invoice_sums_of_invoice on invoice_sums (invoice_id);
-- A client's invoices by their number, as people write it.
create index invoice_sums_by_number on invoice_sums (client_code, normal_invoice_number(invoice_number));
-- Every sort of the list of invoices is read from an index, without sorting all of them. Only the due day may be missing.
create index invoice_sums_by_due_day on invoice_sums (client_code, due_day nulls first, invoice_id);
create index invoice_sums_by_written_number on invoice_sums (client_code, invoice_number, invoice_id);
create index invoice_sums_by_carrier on invoice_sums (client_code, carrier_name, invoice_id);
create index invoice_sums_by_status on invoice_sums (client_code, status, invoice_id);
create index invoice_sums_by_billed on invoice_sums (client_code, billed, invoice_id);
create index invoice_sums_by_variance on invoice_sums (client_code, variance, invoice_id);
create index invoice_sums_by_undecided on invoice_sums (client_code, undecided, invoice_id);

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
create index invoice_details_in_order on invoice_details (invoice_id, detail_no, client_code);

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
  -- A row that holds what its detail bills beside its parcels. A parcel row may be without a tracking number too, and is
  -- judged otherwise.
  is_own boolean not null default false,
  -- When somebody first decided on it; null: decided_at says it. Such rows count before invoices that come later, whatever
  -- their day: what is paid is billed.
  first_decided_at timestamptz,
  primary key (client_code, invoice_id, parcel_no)
)
-- The reasons of a row bring it just above the size from which columns are compressed, which took a tenth of writing it.
with (toast_tuple_target = 4080);
create index invoice_parcels_by_detail on invoice_parcels (invoice_id, detail_no, parcel_no);
create index invoice_parcels_by_number on invoice_parcels (tracking_number) where tracking_number <> '';
create index invoice_parcels_by_despatch on invoice_parcels (client_code, despatched_as) where despatched_as <> '';
create index invoice_parcels_by_order on invoice_parcels (client_code, order_number) where order_number <> '';
-- Rows of an invoice are sorted once for a list, and not read from an index for each order, which would be written with every
-- row that is imported or decided on: docs/decisions/0090. The client stands last: there row-level security's condition is
-- worked out once for a page, and not again for each row that is passed over.
create index invoice_parcels_in_order on invoice_parcels (invoice_id, parcel_no, client_code);
-- Rows that wait for a despatch that comes late. That no accepted row is changed in place, for its status stands in the
-- condition, costs less than reading all that stay unmatched for good (docs/decisions/0090).
create index invoice_parcels_waiting on invoice_parcels (invoice_id, detail_no)
  where status = 'Imported' and verdict in ('Not found', 'Not despatched') and despatched_as = '';

-- The parcels that a row of an invoice covers beside others: all of a consignment. A row that covers one parcel alone names it
-- itself (invoice_parcels.despatched_as). What billed a parcel is read from both, and from nothing else.
create table invoice_covers (
  client_code text collate "C" not null,
  tracking_number text collate "C" not null,
  invoice_id bigint not null,
  parcel_no int not null,
  primary key (client_code, tracking_number, invoice_id, parcel_no)
);
create index invoice_covers_of_row on invoice_covers (invoice_id, parcel_no);

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

select restrict_to_clients('invoice_sums', 'invoice_details', 'invoice_parcels', 'invoice_covers', 'invoice_receipts');
select restrict_to_operator('invoice_files', 'invoice_file_pieces', 'invoices');
-- Rows of invoices are read by ten thousands: the text of app.clients is taken apart once for each statement, not for each row.
do $$
declare name text;
begin
  foreach name in array array['invoice_parcels', 'invoice_details', 'invoice_sums', 'invoice_receipts']
  loop
    execute format(
      'alter policy own_clients on %I
       using (client_code = any ((select nullif(current_setting(''app.clients'', true), '''')::text[])::text[]))',
      name
    );
  end loop;
end $$;
grant select, insert, update, delete on invoice_files, invoice_file_pieces, invoices, invoice_sums, invoice_details,
  invoice_parcels, invoice_receipts to despatch_app;
grant select, insert, delete on invoice_covers to despatch_app;
