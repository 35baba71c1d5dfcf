-- A draft of a client's returns book, tried on its real returns and orders; the draft as it was when somebody asked. They go
-- after a week.
create table return_tries (
  client_code text collate "C" not null references clients,
  try_id uuid not null,
  user_id bigint not null,
  at timestamptz not null,
  weeks int not null,
  over text collate "C" not null check (over in ('returns', 'orders')),
  -- The code that orders are tried with; of returns each has its own.
  reason text not null,
  -- The first day that is looked at, and the day of whoever asked.
  since date not null,
  today date not null,
  book_version int not null,
  changes jsonb not null,
  status text collate "C" not null default 'NotStarted' check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed', 'Cancelled')),
  -- Counted up each time that it begins, so that a run that was taken for dead cannot write into the next.
  run int not null default 0,
  done int not null default 0,
  total int not null default 0,
  result jsonb,
  error text not null default '',
  primary key (client_code, try_id)
);
create index return_tries_by_age on return_tries (at);

select restrict_to_clients('return_tries');
grant select, insert, update, delete on return_tries to despatch_app;

select jobs.create_queue('returns-try', '{"policy": "standard", "heartbeatSeconds": 4, "expireInSeconds": 3600, "retryLimit": 5, "deleteAfterSeconds": 86400}');
