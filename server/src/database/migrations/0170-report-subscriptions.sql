-- Reports that are sent by mail as links: who gets what, and what became of each sending.
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

-- What a mail is about, so that who asked for it can be told that no server took it.
alter table mails add column about uuid;
create table mails_given_up (
  about uuid primary key,
  given_up_at timestamptz not null
);

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
grant select, insert, update, delete on report_subscriptions, report_recipients, report_sendings, report_sent_files,
  mails_given_up to despatch_app;
