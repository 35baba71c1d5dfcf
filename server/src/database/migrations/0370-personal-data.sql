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
grant select, insert on erasures, erased_orders to despatch_app;
grant update (orders, counts) on erasures to despatch_app;

-- Whose mail it is, where it goes to a client's shopper.
alter table mails add column shopper_of text collate "C";

-- Administrators of the operator find, export and erase; what others may, they are given.
update roles set permissions = jsonb_set(permissions, '{reportsAndEnquiries,personalData}',
  '{"Enable": true, "Read Only": true, "Edit": true}')
where role_type = 'Internal Administrator' and permissions -> 'reportsAndEnquiries' is not null
  and permissions #> '{reportsAndEnquiries,personalData}' is null;

-- Whether a text has one of some texts in it, which are in small letters.
create function says_any_of(said text, texts text[]) returns boolean language sql immutable parallel safe as $$
  select exists (select from unnest(texts) t where position(t in lower(said)) > 0)
$$;

-- What is left of a postcode, from which figures by region are worked out: its district in the United Kingdom, nothing abroad.
create function district_of(country text, post_code text) returns text language sql immutable parallel safe as $$
  select case when country in ('GB', 'JE', 'GG', 'IM') then coalesce(
    substring(upper(replace(post_code, ' ', '')) from '^([A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$'),
    substring(upper(replace(post_code, ' ', '')) from '^[A-Z]{1,2}[0-9][A-Z0-9]?$'), '') else '' end
$$;
