-- The page on which shoppers announce returns, of each client that has one.
create table shoppers_pages (
  client_code text collate "C" primary key references clients,
  is_on boolean not null,
  title text not null,
  accent text not null check (accent ~ '^#[0-9a-f]{6}$'),
  returns_address text not null,
  contact_mail text not null,
  photo_days int not null check (photo_days between 1 and 730),
  shopper_data_days int not null check (shopper_data_days between 1 and 2190),
  version int not null default 1
);

-- A return that a shopper is about to announce: whoever holds its token has named the order's postcode or email.
create table shopper_drafts (
  client_code text collate "C" not null references clients,
  token_hash bytea not null,
  order_number text collate "C" not null,
  -- What is asked, line by line; null until it was chosen.
  asked jsonb,
  -- What was answered, by which version of the book and when; null until it was.
  answer jsonb,
  -- The option of each parcel, in their order; null until they were chosen.
  options jsonb,
  made_at timestamptz not null,
  -- The return that it became.
  return_reference text collate "C",
  primary key (client_code, token_hash)
);
create index shopper_drafts_by_time on shopper_drafts (made_at);
create index shopper_drafts_of_order on shopper_drafts (client_code, order_number, made_at);

-- Photos that shoppers sent of what comes back: of a draft, and of the return that it becomes. They are made anew from what
-- came in, so that nothing else of it is kept.
create table return_photos (
  client_code text collate "C" not null references clients,
  photo_id uuid not null,
  token_hash bytea not null,
  line_number int not null,
  return_reference text collate "C",
  bytes bytea not null,
  width int not null,
  height int not null,
  stored_at timestamptz not null,
  delete_at timestamptz not null,
  primary key (client_code, photo_id)
);
alter table return_photos alter column bytes set storage external;
create index return_photos_of_draft on return_photos (client_code, token_hash);
create index return_photos_of_return on return_photos (client_code, return_reference) where return_reference is not null;
create index return_photos_by_time on return_photos (delete_at);

select restrict_to_clients('shoppers_pages', 'shopper_drafts', 'return_photos');
grant select, insert, update on shoppers_pages to despatch_app;
grant select, insert, update, delete on shopper_drafts, return_photos to despatch_app;
