-- The rule book of each client. It is kept as items; each version publishes some, and ends what they replace. What a version
-- held is what began at it or before it and had not ended by then: a published version never changes.

create table rule_book_heads (
  client_code text collate "C" primary key references clients,
  version int not null
);

create table rule_books (
  client_code text collate "C" not null references clients,
  version int not null check (version > 0),
  published_at timestamptz not null,
  user_id bigint,
  by_name text not null,
  summary text not null,
  -- The version that this one is again.
  brought_back int,
  changes int not null,
  -- Why it was published, as the person who did so says, and what looked wrong in its prices then.
  note text not null default '',
  warnings text[] not null default '{}',
  primary key (client_code, version)
);

create table rule_book_items (
  client_code text collate "C" not null,
  kind text collate "C" not null check (kind in ('carrier', 'method', 'parcel-limits', 'capacity', 'fixed-route', 'multi-box', 'multi-box-exception', 'packing')),
  item_key text collate "C" not null,
  from_version int not null,
  to_version int check (to_version > from_version),
  content jsonb not null,
  -- The first day that a method's prices hold for; null is every day. When they were entered, the version of the rule book says.
  -- Of other items it says nothing.
  holds_from date default (now() at time zone 'Europe/London')::date,
  primary key (client_code, kind, item_key, from_version),
  foreign key (client_code, from_version) references rule_books
);
create unique index rule_book_items_now on rule_book_items (client_code, kind, item_key) where to_version is null;
create index rule_book_items_begun on rule_book_items (client_code, from_version);
create index rule_book_items_ended on rule_book_items (client_code, to_version) where to_version is not null;

select restrict_to_clients('rule_book_heads', 'rule_books', 'rule_book_items');
grant select, insert, update on rule_book_heads to despatch_app;
grant select, insert on rule_books to despatch_app;
-- What was published never changes: an item only ends.
grant select, insert, update (to_version) on rule_book_items to despatch_app;
