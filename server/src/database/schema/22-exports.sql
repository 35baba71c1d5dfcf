-- Files that are made for someone, and reports that are sent by mail.

-- Files that are made for someone: what was asked, how far it is, and the file itself in pieces, so that every server has it.
-- Only a transaction that may see all of its clients sees one.
create table export_jobs (
  export_id uuid primary key,
  user_id bigint not null,
  client_codes text[] not null,
  report text collate "C" not null,
  file_name text not null,
  -- An archive holds its rows as a workbook, and what hangs on them.
  format text collate "C" not null check (format in ('xlsx', 'csv', 'zip')),
  input jsonb not null,
  status text collate "C" not null default 'NotStarted' check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed')),
  -- Which time this is that it began.
  run int not null default 0,
  done bigint not null default 0,
  total bigint not null default 0,
  error text not null default '',
  asked_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  bytes bigint not null default 0,
  manifest jsonb,
  -- How many rows the screen had shown when it asked: a file of another number of rows says so.
  shown_rows bigint
);
create index export_jobs_by_user on export_jobs (user_id, asked_at);

create table export_pieces (
  export_id uuid not null references export_jobs on delete cascade,
  part text collate "C" not null check (part in ('file', 'manifest')),
  piece int not null,
  bytes bytea not null,
  stored_at timestamptz not null,
  primary key (export_id, part, piece)
);
-- Pieces of workbooks are packed already, and others are read once: packing them again takes longer than writing them.
alter table export_pieces alter column bytes set storage external;
create index export_pieces_by_time on export_pieces (stored_at);

-- Files that Power BI makes for someone: which of its exports each is, and when it may be asked again. The file stays there.
create table power_bi_exports (
  export_id uuid primary key,
  user_id bigint not null,
  client_codes text[] not null,
  report text collate "C" not null,
  format text collate "C" not null,
  power_bi_report text not null,
  -- Null while Power BI has not taken it: it had too much to do, or the export is to be tried again.
  power_bi_export text,
  -- What Power BI was asked for, to ask again.
  body jsonb not null,
  -- An export of which Power BI says nothing that is understood is 'Undefined' and under way for nobody: it takes none of its
  -- user's three.
  status text collate "C" not null default 'NotStarted'
    check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed', 'Undefined')),
  percent int not null default 0,
  tries int not null default 0,
  ask_after timestamptz not null,
  asked_at timestamptz not null,
  expires_at timestamptz
);
create index power_bi_exports_by_user on power_bi_exports (user_id, asked_at);

-- Reports that are sent by mail as links: who gets what, and how each sending ended.
create table report_subscriptions (
  subscription_id bigint generated always as identity primary key,
  owner_id bigint not null,
  -- As at the setting up: they still say who it was when the user is deleted.
  owner_name text not null,
  owner_is_internal boolean not null,
  client_codes text[] not null check (client_codes <> '{}'),
  report text collate "C" not null,
  format text collate "C" not null check (format in ('xlsx', 'csv')),
  period text collate "C" not null,
  weekday smallint check (weekday between 0 and 6),
  at_minute smallint not null check (at_minute between 0 and 1439),
  created_at timestamptz not null,
  next_at timestamptz not null,
  ended_at timestamptz,
  ended_why text not null default ''
);
create index report_subscriptions_due on report_subscriptions (next_at) where ended_at is null;

create table report_recipients (
  subscription_id bigint not null references report_subscriptions on delete cascade,
  user_id bigint not null,
  stopped_at timestamptz,
  primary key (subscription_id, user_id)
);

create table report_sendings (
  sending_id bigint generated always as identity primary key,
  subscription_id bigint not null references report_subscriptions on delete cascade,
  due_at timestamptz not null,
  start_date date not null,
  end_date date not null,
  status text collate "C" not null default 'Making' check (status in ('Making', 'Sent', 'Failed')),
  reason text not null default '',
  -- Recipients who may not see the report.
  left_out bigint[] not null default '{}',
  -- The first sending of these days, of one that is sent again.
  again_of bigint references report_sendings on delete cascade,
  -- Two servers send what is due once.
  unique (subscription_id, due_at)
);
create index report_sendings_again on report_sendings (again_of) where again_of is not null;
create index report_sendings_open on report_sendings (sending_id) where status = 'Making';

create table report_sent_files (
  sending_id bigint not null references report_sendings on delete cascade,
  user_id bigint not null,
  export_id uuid not null,
  mailed_at timestamptz,
  error text not null default '',
  primary key (sending_id, user_id)
);
create unique index report_sent_files_by_export on report_sent_files (export_id);

-- Only a transaction that may see all clients of a file, an export or a subscription sees it, and what hangs on it.
alter table export_jobs enable row level security;
alter table export_jobs force row level security;
create policy own_clients on export_jobs
  using (client_codes <@ (nullif(current_setting('app.clients', true), '')::text[]));
alter table export_pieces enable row level security;
alter table export_pieces force row level security;
create policy own_clients on export_pieces
  using (exists (select from export_jobs j where j.export_id = export_pieces.export_id));
alter table power_bi_exports enable row level security;
alter table power_bi_exports force row level security;
create policy own_clients on power_bi_exports
  using (client_codes <@ (nullif(current_setting('app.clients', true), '')::text[]));
alter table report_subscriptions enable row level security;
alter table report_subscriptions force row level security;
create policy own_clients on report_subscriptions
  using (client_codes <@ (nullif(current_setting('app.clients', true), '')::text[]));
alter table report_recipients enable row level security;
alter table report_recipients force row level security;
create policy own_clients on report_recipients
  using (exists (select from report_subscriptions s where s.subscription_id = report_recipients.subscription_id));
alter table report_sendings enable row level security;
alter table report_sendings force row level security;
create policy own_clients on report_sendings
  using (exists (select from report_subscriptions s where s.subscription_id = report_sendings.subscription_id));
alter table report_sent_files enable row level security;
alter table report_sent_files force row level security;
create policy own_clients on report_sent_files
  using (exists (select from report_sendings s where s.sending_id = report_sent_files.sending_id));
grant select, insert, update, delete on export_jobs, export_pieces, power_bi_exports, report_subscriptions, report_recipients,
  report_sendings, report_sent_files to despatch_app;
