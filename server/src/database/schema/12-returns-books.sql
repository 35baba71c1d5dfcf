-- The returns book of each client: rules, options and reason codes, kept as carriers' rule books are. Each version publishes
-- some items and ends what they replace; a published version never changes.

create table returns_book_heads (
  client_code text collate "C" primary key references clients,
  version int not null,
  -- The last number that an item was named by: 'rule-7'.
  last_item int not null default 0
);

create table returns_books (
  client_code text collate "C" not null references clients,
  version int not null check (version > 0),
  published_at timestamptz not null,
  user_id bigint,
  by_name text not null,
  summary text not null,
  -- The version that this one is again.
  brought_back int,
  changes int not null,
  -- Why it was published against what its check found against the law; '' where that found nothing.
  override_reason text not null default '',
  overridden jsonb not null default '[]',
  primary key (client_code, version)
);

create table returns_book_items (
  client_code text collate "C" not null,
  kind text collate "C" not null check (kind in ('rule', 'option', 'reason', 'order', 'settings')),
  item_key text collate "C" not null,
  from_version int not null,
  to_version int check (to_version > from_version),
  content jsonb not null,
  primary key (client_code, kind, item_key, from_version),
  foreign key (client_code, from_version) references returns_books
);
create unique index returns_book_items_now on returns_book_items (client_code, kind, item_key) where to_version is null;
create index returns_book_items_begun on returns_book_items (client_code, from_version);
create index returns_book_items_ended on returns_book_items (client_code, to_version) where to_version is not null;

-- What would change when the client's draft is published: one draft a client.
create table returns_book_drafts (
  client_code text collate "C" not null references clients,
  kind text collate "C" not null check (kind in ('rule', 'option', 'reason', 'order', 'settings')),
  item_key text collate "C" not null,
  -- null takes the item away.
  content jsonb,
  -- The version since which the item was so when the draft first changed it; 0: it was not there.
  base_version int not null,
  changed_at timestamptz not null,
  by_name text not null,
  primary key (client_code, kind, item_key)
);

-- A draft of a client's returns book, tried on its real returns and orders; the draft as it was when someone asked. They go
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
  -- The first day that is looked at, and the day of the person who asked.
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

select restrict_to_clients('returns_book_heads', 'returns_books', 'returns_book_items', 'returns_book_drafts', 'return_tries');
grant select, insert, update, delete on returns_book_drafts, return_tries to despatch_app;
grant select, insert, update on returns_book_heads to despatch_app;
grant select, insert on returns_books to despatch_app;
-- What was published never changes: an item only ends.
grant select, insert, update (to_version) on returns_book_items to despatch_app;
