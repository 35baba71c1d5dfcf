-- The settings of a client beyond the specification's four flags, those that somebody has set: see
-- domain/src/clients/client-settings.ts. A client without a row has the defaults.
create table client_settings (
  client_code text collate "C" primary key references clients on delete cascade,
  settings jsonb not null default '{}',
  version int not null default 1
);

alter table client_settings enable row level security;
alter table client_settings force row level security;
create policy own_clients on client_settings
  using (client_code = any (nullif(current_setting('app.clients', true), '')::text[]));

grant select, insert, update, delete on client_settings to despatch_app;
