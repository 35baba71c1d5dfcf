-- Files that are made for somebody: what was asked, how far it is, and the file itself in pieces, so that every server has it.
-- Only a transaction that may see all of its clients sees one.
create table export_jobs (
  export_id uuid primary key,
  user_id bigint not null,
  client_codes text[] not null,
  report text collate "C" not null,
  file_name text not null,
  format text collate "C" not null check (format in ('xlsx', 'csv')),
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
  manifest jsonb
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
alter table export_pieces alter column bytes set storage external;
create index export_pieces_by_time on export_pieces (stored_at);

alter table export_jobs enable row level security;
alter table export_jobs force row level security;
create policy own_clients on export_jobs
  using (client_codes <@ (nullif(current_setting('app.clients', true), '')::text[]));
alter table export_pieces enable row level security;
alter table export_pieces force row level security;
create policy own_clients on export_pieces
  using (exists (select from export_jobs j where j.export_id = export_pieces.export_id));
grant select, insert, update, delete on export_jobs, export_pieces to despatch_app;

select jobs.create_queue('file-export', '{"policy": "standard", "heartbeatSeconds": 4, "expireInSeconds": 3600, "retryLimit": 5, "deleteAfterSeconds": 86400}');
