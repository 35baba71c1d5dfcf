-- Each try of a delivery, which itself knows of the last one alone.
create table webhook_attempts (
  client_code text collate "C" not null,
  delivery_id bigint not null,
  -- Counted over the whole life of the delivery: its own count begins anew when somebody has it delivered again.
  attempt int not null,
  at timestamptz not null,
  -- What was answered: an HTTP status, or why there is none.
  answer_status int,
  answer text not null,
  took_ms int not null,
  -- The first after somebody had it delivered again.
  by_hand boolean not null default false,
  primary key (client_code, delivery_id, attempt),
  foreign key (client_code, delivery_id) references webhook_deliveries on delete cascade
);

alter table webhook_attempts enable row level security;
alter table webhook_attempts force row level security;
create policy own_clients on webhook_attempts
  using (client_code = any (nullif(current_setting('app.clients', true), '')::text[]));

grant select, insert, delete on webhook_attempts to despatch_app;

-- Of what was tried before, the last try is known. Row-level security binds whoever migrates, too.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into webhook_attempts (client_code, delivery_id, attempt, at, answer_status, answer, took_ms)
select client_code, delivery_id, greatest(attempts, 1), last_attempt_at, answer_status, answer, coalesce(took_ms, 0)
from webhook_deliveries where last_attempt_at is not null;
