-- Orders by what is said on the phone: the words of the customer's name and account, of the address and the postcode, and the
-- digits of the phone.

-- The words of orders lie beside them, not in them, so that a change of status writes no index of words.
create table order_search (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  ordered_at timestamptz not null,
  words tsvector not null,
  primary key (client_code, order_number)
);
-- A few thousand orders wait to be put into the index; the statement that fills the list does it.
create index order_search_by_words on order_search using gin (words) with (gin_pending_list_limit = 1024);

-- Whether words match is not leakproof: as a condition of a query it would be asked of every row that the policy shows, and
-- no index could serve it. Within the policy one may. Where nothing is looked for, 'no order has the word "!"' is true of
-- all. The client is compared in a way that no index serves: all keys of a client would be read beside the words. Both
-- settings are read once a statement, not for each row.
alter table order_search enable row level security;
alter table order_search force row level security;
create policy own_clients on order_search
  using (
    client_code || '' = any ((select nullif(current_setting('app.clients', true), '')::text[])::text[])
    and words @@ (select coalesce(nullif(current_setting('app.words', true), ''), '!''!''')::tsquery)
  )
  with check (client_code = any (nullif(current_setting('app.clients', true), '')::text[]));
grant select, insert, update, delete on order_search to despatch_app;
