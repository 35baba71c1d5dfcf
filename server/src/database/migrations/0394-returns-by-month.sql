-- Pieces that came back, by month beside those by day, as other facts have them (0280, 0393): years of all clients read some
-- hundreds of rows, and a column of days instead of five kinds of rows made of each.
create table return_months (
  client_code text collate "C" not null,
  month date not null,
  pieces bigint not null,
  primary key (client_code, month)
);
select restrict_to_clients('return_months');
grant select, insert, update, delete on return_months to despatch_app;

create view returned_by_day with (security_invoker = true) as
select client_code, day, received_pieces as pieces from return_facts where split = 'all';
create view returned_not_folded with (security_invoker = true) as
select client_code, day, pieces from return_delta_facts where split = 'all' and counted_by = 'received';
create view returned_known with (security_invoker = true) as
select * from returned_by_day union all select * from returned_not_folded;
grant select on returned_by_day, returned_not_folded, returned_known to despatch_app;

create function keep_return_months() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into return_months as months (client_code, month, pieces)
  select client_code, date_trunc('month', day::timestamp)::date, sum(n * received_pieces)
  from (%s) as changed where split = 'all' group by 1, 2 having sum(n * received_pieces) <> 0
  on conflict (client_code, month) do update set pieces = months.pieces + excluded.pieces
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create trigger keep_return_months_of_new after insert on return_facts
  referencing new table as after for each statement execute function keep_return_months();
create trigger keep_return_months_of_changed after update on return_facts
  referencing old table as before new table as after for each statement execute function keep_return_months();
create trigger keep_return_months_of_gone after delete on return_facts
  referencing old table as before for each statement execute function keep_return_months();

create function wrong_return_days_and_months() returns bigint language sql as $$
  select wrong_return_facts() + (
    select count(*) from (
      select client_code, month from (
        select client_code, date_trunc('month', day::timestamp)::date as month, pieces from returned_by_day
        union all
        select client_code, month, -pieces from return_months
      ) as both_sides
      group by 1, 2 having sum(pieces) <> 0
    ) as wrong
  )
$$;

-- What there is already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into return_months
select client_code, date_trunc('month', day::timestamp)::date, sum(pieces) from returned_by_day group by 1, 2;
select set_config('app.clients', '', true);
