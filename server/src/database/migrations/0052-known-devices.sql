-- Where sign-in fails is told apart by network and device, so that a stranger cannot keep the owner of a name out.
alter table sign_in_failures
  add column user_id bigint,
  add column kind text not null default '',
  add column scope text not null default '',
  add column network text not null default '',
  add column first_failed_at timestamptz;
comment on column sign_in_failures.user_id is
  'Of a name that a user has. No foreign key: the attempts of strangers must not wait for the row of the user.';

-- Browsers in which a user has signed in, by a long-lived secret that the browser keeps. One browser may serve several users.
create table known_devices (
  token_hash bytea not null,
  user_id bigint not null references users on delete cascade,
  browser text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index known_devices_by_user on known_devices (user_id);
create index known_devices_by_use on known_devices (last_used_at);

-- Networks from which a user has signed in: an IPv4 address, or the first 64 bits of an IPv6 one.
create table known_networks (
  user_id bigint not null references users on delete cascade,
  network text not null,
  last_used_at timestamptz not null,
  primary key (user_id, network)
);
create index known_networks_by_use on known_networks (last_used_at);

grant select, insert, update, delete on known_devices, known_networks to despatch_app;

-- A sign-in that was begun elsewhere goes on when somebody begins another from another network.
alter table sign_in_steps add column network text not null default '';
-- When the user last gave the password within the session.
alter table sessions add column password_confirmed_at timestamptz;
