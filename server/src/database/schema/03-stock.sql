-- SKUs, the boxes that they come in, and what is in the warehouse. They are kept as they were first written and are the same
-- in any case.

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
  constraint skus_measures check (weight >= 0 and length >= 0 and volume >= 0),
  primary key (client_code, sku_code)
);
create unique index skus_any_case on skus (client_code, sku_code collate any_case);

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

create table stock_levels (
  client_code text collate "C" not null,
  sku_code text collate "C" not null,
  type text not null default '',
  stock_on_hand int not null,
  available_stock int not null,
  -- The count's own instant: an older one changes nothing.
  as_of timestamptz not null,
  received_at timestamptz not null,
  primary key (client_code, sku_code),
  foreign key (client_code, sku_code) references skus
);
