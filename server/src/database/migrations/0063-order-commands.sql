-- What each command on orders asked for, so that its id with another body is refused. They go with its receipts, after a month.
create table order_commands (
  user_id bigint not null,
  command_id uuid not null,
  request_hash bytea not null,
  at timestamptz not null,
  primary key (user_id, command_id)
);
create index order_commands_by_time on order_commands (at);
grant select, insert, delete on order_commands to despatch_app;
