-- Disputes with carriers. Rejecting rows of an invoice opens one for what was rejected; credits on later invoices settle it.
-- Amounts are whole ten-thousandths of the invoice's currency, net. Disputes are the operator's; what of them is a client's
-- is in the parts and shares, under the client whose parcel is disputed ('' where nobody knows whose it is).

create table invoice_dispute_terms (
  terms_id bigint generated always as identity primary key,
  carrier text collate "C" not null unique,
  for_client text collate "C" not null default '' check (for_client = ''),
  terms jsonb not null,
  version int not null default 1,
  changed_at timestamptz not null,
  changed_by text not null
);

create table invoice_disputes (
  dispute_id bigint generated always as identity primary key,
  invoice_id bigint not null references invoices,
  carrier text collate "C" not null,
  carrier_name text not null,
  account text collate "C" not null,
  currency text collate "C" not null,
  invoice_number text collate "C" not null,
  invoice_day date not null,
  state text collate "C" not null default 'open'
    check (state in ('open', 'sent', 'partly credited', 'credited', 'refused', 'written off')),
  version int not null default 1,
  -- The carrier's deadline, as it was agreed when the dispute was opened.
  due_day date not null,
  -- What the invoice's payable leaves out while the dispute is open: nothing where it is paid and claimed.
  payable text collate "C" not null check (payable in ('billed less disputed', 'billed')),
  reason text not null,
  opened_at timestamptz not null,
  opened_by text not null,
  -- The decision that rejected the rows.
  command_id uuid not null,
  sent_at timestamptz,
  sent_by text not null default '',
  -- When and why it was refused or written off.
  closed_at timestamptz,
  closed_by text not null default '',
  closed_reason text not null default '',
  rows int not null default 0,
  claimed bigint not null default 0,
  credited bigint not null default 0
);
create index invoice_disputes_of_invoice on invoice_disputes (invoice_id);
create index invoice_disputes_by_state on invoice_disputes (state, due_day, dispute_id);
create index invoice_disputes_by_carrier on invoice_disputes (carrier, state);

-- What is claimed of a parcel row, by category of charge, so that credits find it.
create table invoice_dispute_parts (
  client_code text collate "C" not null,
  dispute_id bigint not null,
  invoice_id bigint not null,
  parcel_no int not null,
  category text collate "C" not null,
  tracking_number text collate "C" not null,
  consignment_number text collate "C" not null,
  claimed bigint not null check (claimed > 0),
  credited bigint not null default 0 check (credited between 0 and claimed),
  primary key (client_code, dispute_id, parcel_no, category)
);
create index invoice_dispute_parts_of_row on invoice_dispute_parts (invoice_id, parcel_no);
create index invoice_dispute_parts_of_dispute on invoice_dispute_parts (dispute_id, parcel_no);
create index invoice_dispute_parts_by_number on invoice_dispute_parts (tracking_number) where tracking_number <> '';
create index invoice_dispute_parts_by_consignment on invoice_dispute_parts (consignment_number) where consignment_number <> '';

-- What of a dispute is each client's, with its state: all that users of clients see of disputes.
create table invoice_dispute_shares (
  client_code text collate "C" not null,
  dispute_id bigint not null,
  invoice_id bigint not null,
  state text collate "C" not null,
  payable text collate "C" not null,
  rows int not null,
  claimed bigint not null,
  credited bigint not null,
  primary key (client_code, dispute_id)
);
create index invoice_dispute_shares_of_invoice on invoice_dispute_shares (invoice_id, client_code);
create index invoice_dispute_shares_of_dispute on invoice_dispute_shares (dispute_id);

create table invoice_dispute_events (
  event_id bigint generated always as identity primary key,
  dispute_id bigint not null references invoice_disputes on delete cascade,
  at timestamptz not null,
  by_name text not null,
  what text collate "C" not null check (what in
    ('opened', 'rows taken out', 'sent', 'credited', 'credit taken back', 'refused', 'written off', 'reopened')),
  text text not null default '',
  amount bigint
);
create index invoice_dispute_events_of_dispute on invoice_dispute_events (dispute_id, event_id);

-- What a later invoice gives back, by parcel row and category; one without parcel or consignment is a lump sum. What is not
-- settled is surplus, or waits for someone, until it is said what it is for.
create table invoice_credits (
  credit_id bigint generated always as identity primary key,
  of_client text collate "C" not null,
  invoice_id bigint not null,
  parcel_no int not null,
  category text collate "C" not null,
  carrier text collate "C" not null,
  carrier_name text not null,
  currency text collate "C" not null,
  invoice_number text collate "C" not null,
  invoice_day date not null,
  tracking_number text collate "C" not null,
  consignment_number text collate "C" not null,
  text text not null default '',
  is_lump boolean not null,
  amount bigint not null check (amount > 0),
  settled bigint not null default 0 check (settled between 0 and amount),
  version int not null default 1,
  -- What the rest is for where no dispute is meant.
  explanation text not null default '',
  explained_by text not null default '',
  explained_at timestamptz,
  unique (invoice_id, parcel_no, category)
);
create index invoice_credits_waiting on invoice_credits (credit_id) where settled < amount and explanation = '';
-- Credits that wait, by what they are of: a dispute that is opened later looks for them.
create index invoice_credits_waiting_by_number on invoice_credits (tracking_number)
  where settled < amount and explanation = '' and tracking_number <> '';
create index invoice_credits_waiting_by_consignment on invoice_credits (consignment_number)
  where settled < amount and explanation = '' and consignment_number <> '';

create table invoice_settlements (
  settlement_id bigint generated always as identity primary key,
  dispute_id bigint not null references invoice_disputes,
  of_client text collate "C" not null,
  parcel_no int not null,
  category text collate "C" not null,
  credit_id bigint not null references invoice_credits,
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  -- Empty where the import found the dispute.
  by_name text not null default '',
  -- What it takes of its credit, in the credit's currency; null where that is its amount, which is in the dispute's.
  given bigint
);
create index invoice_settlements_of_dispute on invoice_settlements (dispute_id, settlement_id);
create index invoice_settlements_of_credit on invoice_settlements (credit_id);

select restrict_to_clients('invoice_dispute_parts', 'invoice_dispute_shares');
select restrict_to_operator('invoice_dispute_terms', 'invoice_disputes', 'invoice_dispute_events', 'invoice_credits',
  'invoice_settlements');
grant select, insert, update, delete on invoice_dispute_terms, invoice_disputes, invoice_dispute_parts, invoice_dispute_shares,
  invoice_dispute_events, invoice_credits, invoice_settlements to despatch_app;
