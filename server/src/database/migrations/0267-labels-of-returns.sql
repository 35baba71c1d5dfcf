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
  primary key (client_code, pool, label_number)
);
create index return_labels_free on return_labels (client_code, pool, added_at, label_number) where return_reference = '';

select restrict_to_clients('return_labels');
grant select, insert, update, delete on return_labels to despatch_app;
