-- Files that Power BI makes for somebody: which of its exports each is, and when it may be asked again. The file stays there.
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
  status text collate "C" not null default 'NotStarted' check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed')),
  percent int not null default 0,
  tries int not null default 0,
  ask_after timestamptz not null,
  asked_at timestamptz not null,
  expires_at timestamptz
);
create index power_bi_exports_by_user on power_bi_exports (user_id, asked_at);
alter table power_bi_exports enable row level security;
alter table power_bi_exports force row level security;
create policy own_clients on power_bi_exports
  using (client_codes <@ (nullif(current_setting('app.clients', true), '')::text[]));
grant select, insert, update, delete on power_bi_exports to despatch_app;
