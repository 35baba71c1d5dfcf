-- Returns as they are announced, on the page for shoppers or by staff, and what came back.

-- What someone announced to send back: a shopper on the page, or staff for one. Each piece is in one state of its goods, and
-- apart from that its money is open, refunded or rejected; beside it `return_events` has what happened to it, as figures,
-- timelines and webhooks read it.
create table announced_returns (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  order_number text collate "C" not null,
  -- Of the caller: the same asked twice is one.
  announced_key text collate "C" not null,
  announced_at timestamptz not null,
  channel text collate "C" not null check (channel in ('portal', 'staff')),
  -- Of staff that announced it; '' of the shopper.
  by_name text not null,
  -- Worked out from its lines, for lists.
  state text collate "C" not null,
  review text collate "C" not null check (review in ('none', 'waiting', 'allowed', 'refused')),
  reviewed_at timestamptz,
  reviewed_by text not null default '',
  review_reason text not null default '',
  book_version int not null,
  -- What the decision saw: the order, the facts, what was asked, and when. The engine run again on it answers the same.
  saw jsonb not null,
  -- Which lines travel together, how, and where to: see AnnouncedParcel.
  parcels jsonb not null,
  -- Ten-thousandths of the client's currency, as the shopper saw it.
  fee bigint not null,
  postage bigint not null,
  -- The day by which the law wants what came back refunded; null: nothing is due.
  refund_due_on date,
  -- The order that replaces what is exchanged; '' none.
  exchange_order text collate "C" not null default '',
  -- What stands of that order, and what is to be done about it.
  exchange text collate "C" not null default 'none'
    check (exchange in ('none', 'make', 'waiting', 'release', 'cancel', 'released', 'cancelled', 'held')),
  -- When that was last tried: what failed comes after what was not tried yet.
  exchange_tried_at timestamptz,
  -- Counts its steps.
  version int not null default 1,
  primary key (client_code, return_reference),
  unique (client_code, order_number, announced_key),
  foreign key (client_code, order_number) references orders
);
create index announced_returns_by_time on announced_returns (client_code, announced_at desc, return_reference);
create index announced_returns_in_review on announced_returns (client_code, announced_at) where review = 'waiting';
create index announced_returns_due on announced_returns (client_code, refund_due_on) where refund_due_on is not null;
create index announced_returns_to_exchange on announced_returns (client_code, return_reference)
  where exchange in ('make', 'release', 'cancel');
create index announced_returns_by_exchange on announced_returns (client_code, exchange_order) where exchange_order <> '';
create index announced_returns_open on announced_returns (client_code, state, announced_at);
-- The replacements that wait for goods or for someone: staff may settle their orders themselves.
create index announced_returns_exchange_waits on announced_returns (client_code, exchange_order)
  where exchange in ('waiting', 'held');

create table announced_lines (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  line_number int not null,
  order_number text collate "C" not null,
  sku_code text collate "C" not null,
  -- Pieces that were announced.
  quantity int not null check (quantity > 0),
  reason_code text not null,
  comment text not null,
  resolution text collate "C" not null check (resolution in ('refund', 'exchange')),
  answer text collate "C" not null check (answer in ('allowed', 'review', 'refused')),
  -- What its shopper read about it.
  text text not null,
  destination text collate "C",
  -- Pieces in each state.
  announced int not null default 0,
  in_transit int not null default 0,
  received int not null default 0,
  inspected int not null default 0,
  restocked int not null default 0,
  quarantined int not null default 0,
  withdrawn int not null default 0,
  expired int not null default 0,
  refused int not null default 0,
  lost int not null default 0,
  kept int not null default 0,
  refunded int not null default 0,
  rejected int not null default 0,
  -- Of them, those that came beyond what was announced.
  extra int not null default 0,
  -- Pieces for which the shopper was sent others.
  replaced int not null default 0,
  primary key (client_code, return_reference, line_number),
  foreign key (client_code, return_reference) references announced_returns,
  check (announced + in_transit + received + inspected + restocked + quarantined + withdrawn + expired + refused + lost + kept
    = quantity + extra),
  check (refunded + rejected <= quantity + extra)
);
create index announced_lines_open on announced_lines (client_code, order_number, sku_code);
-- What shoppers wrote is looked for until its time is over.
create index announced_lines_with_comment on announced_lines (client_code, return_reference) where comment <> '';

-- The life of a return, step by step; never changed. `pieces` are of the step: [{"lineNumber": 1, "quantity": 1}].
create table return_steps (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  step_number int not null,
  step text collate "C" not null,
  at timestamptz not null,
  -- When it was written.
  told_at timestamptz not null,
  -- '' of the shopper and of feeds.
  by_name text not null,
  reason text not null,
  pieces jsonb not null,
  -- Of a refund, ten-thousandths: what was paid, and what was taken off.
  amount bigint,
  deduction bigint,
  primary key (client_code, return_reference, step_number),
  foreign key (client_code, return_reference) references announced_returns
);

-- Steps about which their shopper gets a mail: written with the step, and marked in the transaction that queues the
-- mail, so that each goes out once whatever ends between.
create table return_mails (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  step_number int not null,
  step text collate "C" not null,
  made_at timestamptz not null,
  mailed_at timestamptz,
  primary key (client_code, return_reference, step_number),
  foreign key (client_code, return_reference, step_number) references return_steps
);
create index return_mails_waiting on return_mails (made_at) where mailed_at is null;

-- Labels for the way back, as a carrier sold them: a pool of them is uploaded, and each return that comes back by an option of
-- the pool takes the one that lies there longest. A label that was given out is never given out again.
create table return_labels (
  client_code text collate "C" not null references clients,
  pool text collate "C" not null,
  -- What the carrier calls the parcel.
  label_number text collate "C" not null,
  -- Where the label can be printed; '' where its number is enough.
  link text not null,
  added_at timestamptz not null,
  added_by text not null,
  -- Whose label it is; '' of nobody yet.
  return_reference text collate "C" not null default '',
  taken_at timestamptz,
  -- A label whose return was cancelled is void: its shopper has seen it and may still use it, so nobody else is given it.
  voided_at timestamptz,
  primary key (client_code, pool, label_number)
);
create index return_labels_free on return_labels (client_code, pool, added_at, label_number) where return_reference = '';

-- What came back, a row for each SKU of a return. Pieces beyond what was bought are surplus.
create table return_lines (
  client_code text collate "C" not null,
  order_number text collate "C" not null,
  return_reference text collate "C" not null,
  sku_code text collate "C" not null,
  -- What its newest event says.
  state text collate "C" not null,
  -- Pieces that reached a state; what is further has been here too. `quantity` is the most of them.
  quantity int not null,
  announced int not null,
  received int not null,
  refunded int not null,
  surplus int not null,
  reason_code text not null,
  -- Days in London, each the first on which it was so of any piece.
  ordered_on date not null,
  despatched_on date,
  announced_on date,
  received_on date,
  refunded_on date,
  -- Who carried the order out; '' is not known.
  carrier text not null,
  -- The part of the country that the order went to, or 'Abroad'; '' is not known.
  region text not null,
  -- Pieces that are boxes of a kit which was announced with the same return: figures count the kit alone, and what came beyond.
  in_kits int not null default 0,
  primary key (client_code, order_number, return_reference, sku_code),
  foreign key (client_code, order_number) references orders
);
create index return_lines_ordered on return_lines (client_code, ordered_on) where received_on is not null;
create index return_lines_despatched on return_lines (client_code, despatched_on) where received_on is not null;
create index return_lines_announced on return_lines (client_code, announced_on) where announced_on is not null;
create index return_lines_received on return_lines (client_code, received_on) where received_on is not null;
create index return_lines_refunded on return_lines (client_code, refunded_on) where refunded_on is not null;
create index return_lines_by_sku on return_lines (client_code, sku_code);
create index return_lines_by_reference on return_lines (client_code, return_reference);

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

-- A return that a shopper is about to announce: anyone who holds its token has named the order's postcode or email.
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
  -- The network from which it was begun, as a hash: when strangers guess at an order, those who proved it go on.
  network_hash bytea,
  primary key (client_code, token_hash)
);
create index shopper_drafts_by_time on shopper_drafts (made_at);
create index shopper_drafts_of_order on shopper_drafts (client_code, order_number, made_at);

-- Photos that shoppers sent of what comes back: of a draft, and of the return that it becomes. They are encoded again from what
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

select restrict_to_clients('announced_returns', 'announced_lines', 'return_steps', 'return_mails', 'return_labels',
  'return_lines', 'shoppers_pages', 'shopper_drafts', 'return_photos');
grant select, insert, update, delete on return_labels, return_lines, shopper_drafts, return_photos to despatch_app;
grant select, insert, update on announced_returns, announced_lines, shoppers_pages to despatch_app;
grant select, insert on return_steps to despatch_app;
grant select, insert, update (mailed_at) on return_mails to despatch_app;
