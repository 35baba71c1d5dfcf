-- SKUs, the boxes that they come in, and how often they are ordered. They are kept as they were first written and are the
-- same in any case.

create table skus (
  client_code text collate "C" not null references clients,
  sku_code text collate "C" not null,
  description text not null default '',
  unit_value numeric(14, 4) not null default 0,
  -- Came in with a feed and nobody has looked at it yet.
  is_unknown boolean not null default false,
  -- What is known of a SKU to the packer: one unit. Grams, millimetres of the longest side, cubic centimetres.
  weight int,
  length int,
  volume int,
  categories text[] not null default '{}',
  -- The other two sides, millimetres; `length` is the longest.
  width int,
  height int,
  -- Whether each piece has a serial number.
  is_serial_numbered boolean not null default false,
  -- The number that a spreadsheet makes of the code ('123' of 00123, '100000' of 1E5); null where it makes none.
  code_number text collate "C",
  -- All categories as one text, which an index can be searched for under row-level security: so the categories of a client
  -- are read set by set, and not from all SKUs.
  category_set text collate "C",
  constraint skus_measures check (weight >= 0 and length >= 0 and volume >= 0),
  constraint skus_sides check (width >= 0 and height >= 0),
  primary key (client_code, sku_code)
);
create unique index skus_any_case on skus (client_code, sku_code collate any_case);
-- Each order of SKU File Report is read from an index, and stops after its page.
create index skus_by_title on skus (client_code, left(lower(trim(description)), 200), sku_code);
create index skus_by_weight on skus (client_code, weight, sku_code);
create index skus_heaviest on skus (client_code, weight desc nulls last, sku_code desc);
create index skus_by_category_set on skus (client_code, category_set) where category_set <> '';
-- SKUs that a spreadsheet would make one number of.
create index skus_by_code_number on skus (client_code, code_number) where code_number is not null;

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

-- In how many orders of the last four weeks each SKU was, itself or as a box of a product, and when the last was placed.
-- Counted now and then: no order waits for it.
create table sku_activity (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  orders int not null,
  pieces bigint not null,
  last_ordered_at timestamptz not null,
  primary key (client_code, sku_code)
);
create index sku_activity_by_orders on sku_activity (client_code, orders, sku_code);

-- Up to when the orders of a client are counted.
create table sku_activity_counted (
  client_code text collate "C" primary key,
  counted_at timestamptz not null
);

select restrict_to_clients('skus', 'sku_components', 'sku_activity', 'sku_activity_counted');
grant select, insert, update, delete on skus, sku_activity, sku_activity_counted to despatch_app;
-- Boxes are added and deleted, never changed.
grant select, insert, delete on sku_components to despatch_app;
