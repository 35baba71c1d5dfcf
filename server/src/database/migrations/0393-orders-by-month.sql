-- Facts of orders, and what is billed of parcels, by month beside those by day, as those of parcels are (0280): figures of all
-- clients over years read hundreds of rows instead of tens of thousands.
create table order_month_facts (
  client_code text collate "C" not null,
  month date not null,
  currency_code text collate "C" not null,
  orders int not null,
  pieces bigint not null,
  lines int not null,
  value numeric(18, 4) not null,
  released int not null,
  due int not null,
  due_in_time int not null,
  despatched int not null,
  despatched_lines int not null,
  despatched_pieces bigint not null,
  despatched_value numeric(18, 4) not null,
  delivered int not null,
  primary key (client_code, month, currency_code)
);
create table billing_months (
  client_code text collate "C" not null,
  month date not null,
  carrier text collate "C" not null,
  is_billed boolean not null,
  parcels int not null,
  cost numeric(16, 4) not null,
  unpriced int not null,
  primary key (client_code, month, carrier, is_billed)
);
select restrict_to_clients('order_month_facts', 'billing_months');
grant select, insert, update, delete on order_month_facts, billing_months to despatch_app;

create function keep_order_month_facts() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into order_month_facts as months (client_code, month, currency_code,
    orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
      despatched_value, delivered)
  select client_code, date_trunc('month', day::timestamp)::date, currency_code,
    sum(n * orders), sum(n * pieces), sum(n * lines), sum(n * value), sum(n * released), sum(n * due), sum(n * due_in_time),
      sum(n * despatched), sum(n * despatched_lines), sum(n * despatched_pieces), sum(n * despatched_value), sum(n * delivered)
  from (%s) as changed group by 1, 2, 3
  having (sum(n * orders), sum(n * pieces), sum(n * lines), sum(n * value), sum(n * released), sum(n * due), sum(n * due_in_time),
      sum(n * despatched), sum(n * despatched_lines), sum(n * despatched_pieces), sum(n * despatched_value), sum(n * delivered))
    is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  on conflict (client_code, month, currency_code) do update set
    orders = months.orders + excluded.orders, pieces = months.pieces + excluded.pieces, lines = months.lines + excluded.lines,
      value = months.value + excluded.value, released = months.released + excluded.released, due = months.due + excluded.due,
      due_in_time = months.due_in_time + excluded.due_in_time, despatched = months.despatched + excluded.despatched,
      despatched_lines = months.despatched_lines + excluded.despatched_lines,
      despatched_pieces = months.despatched_pieces + excluded.despatched_pieces,
      despatched_value = months.despatched_value + excluded.despatched_value, delivered = months.delivered + excluded.delivered
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create trigger keep_order_month_facts_of_new after insert on order_facts
  referencing new table as after for each statement execute function keep_order_month_facts();
create trigger keep_order_month_facts_of_changed after update on order_facts
  referencing old table as before new table as after for each statement execute function keep_order_month_facts();
create trigger keep_order_month_facts_of_gone after delete on order_facts
  referencing old table as before for each statement execute function keep_order_month_facts();

-- Days are reckoned by taking their rows away and putting in others, in one transaction.
create function keep_billing_months() returns trigger language plpgsql as $$
begin
  execute format($sql$
  insert into billing_months as months (client_code, month, carrier, is_billed, parcels, cost, unpriced)
  select client_code, date_trunc('month', day::timestamp)::date, carrier, billed_on < 'infinity', sum(n * parcels), sum(n * cost),
    sum(n * unpriced)
  from (%s) as changed group by 1, 2, 3, 4
  having (sum(n * parcels), sum(n * cost), sum(n * unpriced)) is distinct from (0, 0, 0)
  on conflict (client_code, month, carrier, is_billed) do update set
    parcels = months.parcels + excluded.parcels, cost = months.cost + excluded.cost, unpriced = months.unpriced + excluded.unpriced
  $sql$, changed_facts(tg_op));
  return null;
end $$;
create trigger keep_billing_months_of_new after insert on billing_days
  referencing new table as after for each statement execute function keep_billing_months();
create trigger keep_billing_months_of_changed after update on billing_days
  referencing old table as before new table as after for each statement execute function keep_billing_months();
create trigger keep_billing_months_of_gone after delete on billing_days
  referencing old table as before for each statement execute function keep_billing_months();

create view billing_known_days with (security_invoker = true) as
select client_code, day, carrier, billed_on < 'infinity' as is_billed, parcels, cost, unpriced from billing_days;
grant select on billing_known_days to despatch_app;

create function wrong_order_days_and_months() returns bigint language sql as $$
  select wrong_order_facts() + (
    select count(*) from (
      select client_code, month, currency_code from (
        select client_code, date_trunc('month', day::timestamp)::date as month, currency_code,
          orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces,
            despatched_value, delivered
        from order_facts
        union all
        select client_code, month, currency_code,
          -orders, -pieces, -lines, -value, -released, -due, -due_in_time, -despatched, -despatched_lines, -despatched_pieces,
            -despatched_value, -delivered
        from order_month_facts
      ) as both_sides
      group by 1, 2, 3
      having (sum(orders), sum(pieces), sum(lines), sum(value), sum(released), sum(due), sum(due_in_time), sum(despatched),
        sum(despatched_lines), sum(despatched_pieces), sum(despatched_value), sum(delivered))
        is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as wrong
  )
$$;

-- What there is already.
select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients), true);
insert into order_month_facts (client_code, month, currency_code,
  orders, pieces, lines, value, released, due, due_in_time, despatched, despatched_lines, despatched_pieces, despatched_value,
    delivered)
select client_code, date_trunc('month', day::timestamp)::date, currency_code,
  sum(orders), sum(pieces), sum(lines), sum(value), sum(released), sum(due), sum(due_in_time), sum(despatched),
    sum(despatched_lines), sum(despatched_pieces), sum(despatched_value), sum(delivered)
from order_facts group by 1, 2, 3;
insert into billing_months
select client_code, date_trunc('month', day::timestamp)::date, carrier, billed_on < 'infinity', sum(parcels), sum(cost), sum(unpriced)
from billing_days group by 1, 2, 3, 4;
select set_config('app.clients', '', true);
