-- The rule book of each client. It is kept as items; each version publishes some, and ends what they replace. What a
-- version held is what began at it or before it and had not ended by then: a published version never changes.

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
  primary key (client_code, version)
);

create table rule_book_items (
  client_code text collate "C" not null,
  kind text collate "C" not null check (kind in ('carrier', 'method', 'parcel-limits', 'capacity', 'fixed-route', 'multi-box', 'multi-box-exception', 'packing')),
  item_key text collate "C" not null,
  from_version int not null,
  to_version int check (to_version > from_version),
  content jsonb not null,
  primary key (client_code, kind, item_key, from_version),
  foreign key (client_code, from_version) references rule_books
);
create unique index rule_book_items_now on rule_book_items (client_code, kind, item_key) where to_version is null;
create index rule_book_items_begun on rule_book_items (client_code, from_version);
create index rule_book_items_ended on rule_book_items (client_code, to_version) where to_version is not null;

-- What is known of a SKU to the packer: one unit. Grams, millimetres of the longest side, cubic centimetres.
alter table skus
  add column weight int,
  add column length int,
  add column volume int,
  add column categories text[] not null default '{}',
  -- Validated by 0018: to look through all rows here would shut everybody out meanwhile.
  add constraint skus_measures check (weight >= 0 and length >= 0 and volume >= 0) not valid;

-- The boxes of a product that comes in several, each a SKU of its own.
create table sku_components (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  component_code text collate "C" not null,
  quantity int not null check (quantity > 0),
  primary key (client_code, sku_code, component_code),
  foreign key (client_code, sku_code) references skus,
  foreign key (client_code, component_code) references skus
);
create index sku_components_by_component on sku_components (client_code, component_code);

do $$
declare tenant text;
begin
  foreach tenant in array array['rule_book_heads', 'rule_books', 'rule_book_items', 'sku_components']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format(
      'create policy own_clients on %I using (client_code = any (nullif(current_setting(''app.clients'', true), '''')::text[]))',
      tenant
    );
  end loop;
end $$;

grant select, insert, update on rule_book_heads to despatch_app;
grant select, insert on rule_books to despatch_app;
grant select, insert, update (to_version) on rule_book_items to despatch_app;
grant select, insert, update, delete on sku_components to despatch_app;
