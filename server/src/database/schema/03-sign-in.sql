-- Sessions, what signing in needs, and mail.

create table sessions (
  session_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  token_issued_at timestamptz not null,
  previous_token_hash bytea unique,
  previous_valid_until timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  address text not null default '',
  browser text not null default '',
  -- When the user last gave the password within the session.
  password_confirmed_at timestamptz
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_use on sessions (last_used_at);

-- Calls check their session by one row and this version: reading the user, the role and each client with its settings would
-- be half of what the database does for an order by its number. Everything that a session is opened with makes another
-- version, in the transaction that changes it.
create table access_version (
  is_the_only boolean primary key default true check (is_the_only),
  -- Random, so that none comes again where a database is put back to an earlier moment.
  version uuid not null default gen_random_uuid()
);
insert into access_version default values;

-- Failed sign-ins by name, network and device (as keyed hashes), for the rising delay: where they fail is told apart, so
-- that a stranger cannot keep the owner of a name out.
create table sign_in_failures (
  subject bytea primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  blocked_until timestamptz not null,
  -- Of a name that a user has. No foreign key: the attempts of strangers must not wait for the row of the user.
  user_id bigint,
  kind text not null default '',
  scope text not null default '',
  network text not null default '',
  first_failed_at timestamptz
);
comment on column sign_in_failures.user_id is
  'Of a name that a user has. No foreign key: the attempts of strangers must not wait for the row of the user.';
create index sign_in_failures_by_time on sign_in_failures (last_failed_at);
create index sign_in_failures_by_user on sign_in_failures (user_id) where user_id is not null;
create index sign_in_failures_of_networks on sign_in_failures (network) where scope = 'names';

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

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Between the password and the end of signing in: what the token serves for, and nothing else.
create table sign_in_steps (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  step text not null check (step in ('new-password', 'otp-validation', 'otp-registration')),
  tries int not null default 0,
  created_at timestamptz not null,
  -- A sign-in that was begun elsewhere goes on when someone begins another from another network.
  network text not null default ''
);
create index sign_in_steps_by_user on sign_in_steps (user_id);

-- Links to choose a password, single-use: by mail after a reset was asked for, or an invitation.
create table password_links (
  token_hash bytea primary key,
  user_id bigint not null references users on delete cascade,
  expires_at timestamptz not null
);
create index password_links_by_user on password_links (user_id);

-- Mail that is to go out: written with what it is about, sent afterwards, gone when sent. The body is sealed: it may
-- hold a link that is as good as a password.
create table mails (
  mail_id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body bytea not null,
  created_at timestamptz not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  -- What it is about, so that the person who asked for it sees that no server took it.
  about uuid,
  -- Whose mail it is, where it goes to a client's shopper.
  shopper_of text collate "C",
  -- With what it was refused at its last try: the number of the mail server's answer, or the code of a connection that failed.
  refused_with text collate "C"
);
create index mails_by_next_attempt on mails (next_attempt_at);
-- Whether the mail of a report still waits is looked up by the sending that it is about.
create index mails_by_about on mails (about) where about is not null;

-- Mails about something that were given up, and why: no mail server took the mail for a day, or it is sealed with a key that
-- the server no longer has.
create table mails_given_up (
  about uuid primary key,
  given_up_at timestamptz not null,
  is_sealed boolean not null default false
);

grant select, insert, update, delete on sessions, sign_in_failures, known_devices, known_networks, recovery_codes,
  sign_in_steps, password_links, mails, mails_given_up to despatch_app;
grant select on access_version to despatch_app;
