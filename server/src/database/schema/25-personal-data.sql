-- A person's data is erased on request: docs/decisions/0059-a-persons-data.md says what is replaced, and what stays.

-- What was erased for whom, without a word about the person.
create table erasures (
  client_code text collate "C" not null references clients,
  erasure_id bigint generated always as identity,
  -- What the client or the operator calls the request.
  request_reference text not null,
  reason text collate "C" not null check (reason in ('request', 'client', 'retention', 'restored')),
  erased_at timestamptz not null,
  by_name text not null,
  orders int not null,
  -- What was replaced or deleted, by kind: {"notes": 2}.
  counts jsonb not null,
  primary key (client_code, erasure_id)
);
create index erasures_by_time on erasures (erased_at desc, client_code, erasure_id);

-- The list of erasures, by which they are done again after a restore, and by which what arrives later is kept without the
-- person: an order may come after its entry, so nothing refers to it.
create table erased_orders (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  erasure_id bigint not null,
  primary key (client_code, order_number),
  foreign key (client_code, erasure_id) references erasures
);
create index erased_orders_by_erasure on erased_orders (client_code, erasure_id);

select restrict_to_clients('erasures', 'erased_orders');
grant select, insert on erased_orders to despatch_app;
grant select, insert, update (orders, counts) on erasures to despatch_app;
