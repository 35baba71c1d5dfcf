-- What people note about orders: tags, notes, and the colleague an order is assigned to. None of it changes the order, its
-- version or what is reported of it.

create table order_tags (
  client_code text collate "C" not null references clients,
  order_number text collate "C" not null,
  -- The same in any case.
  tag text collate any_case not null,
  added_at timestamptz not null,
  added_by text not null,
  primary key (client_code, order_number, tag),
  foreign key (client_code, order_number) references orders
);
create index order_tags_by_tag on order_tags (client_code, tag, order_number);

create table order_notes (
  client_code text collate "C" not null references clients,
  note_id bigint generated always as identity,
  order_number text collate "C" not null,
  at timestamptz not null,
  by_id bigint not null,
  by_name text not null,
  note text not null,
  -- The operator's alone.
  is_internal boolean not null,
  -- Who is mentioned in the text: {"name": …, "isStaff": …}.
  mentions jsonb not null default '[]',
  primary key (client_code, note_id),
  foreign key (client_code, order_number) references orders
);
create index order_notes_by_order on order_notes (client_code, order_number, at);

create table order_assignees (
  client_code text collate "C" not null references clients,
  order_number text collate "C" not null,
  user_id bigint not null,
  assigned_at timestamptz not null,
  assigned_by text not null,
  primary key (client_code, order_number),
  foreign key (client_code, order_number) references orders
);
create index order_assignees_by_user on order_assignees (user_id, client_code, order_number);

-- What the bell tells one user.
create table user_notices (
  client_code text collate "C" not null references clients,
  notice_id bigint generated always as identity,
  user_id bigint not null,
  at timestamptz not null,
  kind text collate "C" not null check (kind in ('mention', 'assigned')),
  by_name text not null,
  -- The order, or '' where it is about several.
  order_number text collate "C" not null,
  orders int not null default 1,
  note_id bigint,
  is_read boolean not null default false,
  primary key (client_code, notice_id)
);
create index user_notices_by_user on user_notices (user_id, notice_id desc);

select restrict_to_clients('order_tags', 'order_assignees', 'user_notices');
-- Internal notes are seen where the context holds the operator's client '' as well, whatever a query asks for.
alter table order_notes enable row level security;
alter table order_notes force row level security;
create policy own_clients on order_notes using (
  client_code = any (nullif(current_setting('app.clients', true), '')::text[])
  and (not is_internal or '' = any (nullif(current_setting('app.clients', true), '')::text[]))
);
grant select, insert, update, delete on order_tags, order_notes, order_assignees, user_notices to despatch_app;
