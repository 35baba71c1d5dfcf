-- Parcels by day: by the day they left, were delivered, and were promised for. Facts never depend on the present day: a parcel
-- that is not delivered is one that was promised and is neither on time nor late. Days are those of London.
-- Where its order went: a part of the country, or 'Abroad'; '' is not known.
alter table parcels add column region text collate "C" not null default '';

create function parcel_region(client text, number text) returns text language sql stable as $$
  select case when o.country = 'GB' then coalesce(g.part, '') else 'Abroad' end
  from (
    select country, post_code from orders
    where client_code = client and order_number between number and number order by order_number limit 1
  ) o
  left join lateral (
    select part from regions where code = upper(substring(o.post_code from '^\s*([A-Za-z]{1,2})[0-9]')) limit 1
  ) g on true
$$;
create function keep_parcel_region() returns trigger language plpgsql as $$
begin
  new.region := coalesce(parcel_region(new.client_code, new.order_number), '');
  return new;
end $$;
-- Who writes many parcels gives their regions in the same statement.
create trigger keep_region before insert on parcels for each row
  when (new.region = '') execute function keep_parcel_region();

create table parcel_deltas (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  -- Days from despatch to delivery of those delivered on the day: all together, and how many took at most so many.
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  -- Those without any event.
  silent int not null
);
create table parcel_facts (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  service text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, day, carrier, service)
);
create table parcel_region_facts (
  client_code text collate "C" not null,
  day date not null,
  carrier text collate "C" not null,
  region text collate "C" not null,
  despatched int not null,
  delivered int not null,
  days_taken int not null,
  within_1 int not null,
  within_2 int not null,
  within_3 int not null,
  within_5 int not null,
  promised int not null,
  on_time int not null,
  late int not null,
  silent int not null,
  primary key (client_code, day, carrier, region)
);
select restrict_to_clients('parcel_deltas', 'parcel_facts', 'parcel_region_facts');
grant select, insert, update, delete on parcel_deltas, parcel_facts, parcel_region_facts to despatch_app;

-- The facts that a parcel makes, by the day that each is counted on.
create function parcel_fact_rows(despatched_at timestamptz, promised_date date, delivered_on date, state text)
returns table (
  day date, despatched int, delivered int, days_taken int, within_1 int, within_2 int, within_3 int, within_5 int, promised int,
  on_time int, late int, silent int
) language sql stable parallel safe as $$
  select r.* from (
    select d.left_on, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from (select (despatched_at at time zone 'Europe/London')::date as left_on) d
    union all
    select delivered_on, 0, 1, d.days, (d.days <= 1)::int, (d.days <= 2)::int, (d.days <= 3)::int, (d.days <= 5)::int, 0, 0, 0, 0
    from (select greatest(delivered_on - (despatched_at at time zone 'Europe/London')::date, 0) as days) d
    where delivered_on is not null
    union all
    select promised_date, 0, 0, 0, 0, 0, 0, 0, 1, coalesce(delivered_on <= promised_date, false)::int,
      coalesce(delivered_on > promised_date, false)::int, (delivered_on is null and state = 'pending')::int
  ) as r
$$;

create view parcel_record_facts with (security_invoker = true) as
select p.client_code, f.day, p.carrier, p.carrier_service as service, p.region, f.despatched, f.delivered, f.days_taken,
  f.within_1, f.within_2, f.within_3, f.within_5, f.promised, f.on_time, f.late, f.silent
from parcels p cross join lateral parcel_fact_rows(p.despatched_at, p.promised_date, p.delivered_on, p.state) f;
-- Facts and deltas together, by service and by region.
create view parcel_known_facts with (security_invoker = true) as
select * from parcel_facts
union all
select client_code, day, carrier, service, despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised,
  on_time, late, silent from parcel_deltas;
create view parcel_known_region_facts with (security_invoker = true) as
select * from parcel_region_facts
union all
select client_code, day, carrier, region, despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised,
  on_time, late, silent from parcel_deltas;
grant select on parcel_record_facts, parcel_known_facts, parcel_known_region_facts to despatch_app;

create function append_parcel_deltas() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select a.client_code, f.day, a.carrier, a.carrier_service, a.region, sum(f.despatched), sum(f.delivered), sum(f.days_taken),
    sum(f.within_1), sum(f.within_2), sum(f.within_3), sum(f.within_5), sum(f.promised), sum(f.on_time), sum(f.late),
    sum(f.silent)
  from added a cross join lateral parcel_fact_rows(a.despatched_at, a.promised_date, a.delivered_on, a.state) f
  group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger append_deltas after insert on parcels
  referencing new table as added for each statement execute function append_parcel_deltas();

-- Most events leave a parcel's figures as they are: of these rows nothing is left over.
create function append_parcel_changes() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select s.client_code, f.day, s.carrier, s.carrier_service, s.region, sum(s.n * f.despatched), sum(s.n * f.delivered),
    sum(s.n * f.days_taken), sum(s.n * f.within_1), sum(s.n * f.within_2), sum(s.n * f.within_3), sum(s.n * f.within_5),
    sum(s.n * f.promised), sum(s.n * f.on_time), sum(s.n * f.late), sum(s.n * f.silent)
  from (
    select client_code, carrier, carrier_service, region, despatched_at, promised_date, delivered_on,
      case when state = 'pending' then 'pending' else '' end as state, sum(n)::int as n
    from (
      select -1 as n, client_code, carrier, carrier_service, region, despatched_at, promised_date, delivered_on, state from before
      union all
      select 1, client_code, carrier, carrier_service, region, despatched_at, promised_date, delivered_on, state from after
    ) as c
    group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0
  ) as s
  cross join lateral parcel_fact_rows(s.despatched_at, s.promised_date, s.delivered_on, s.state) f
  group by 1, 2, 3, 4, 5
  having (sum(s.n * f.despatched), sum(s.n * f.delivered), sum(s.n * f.days_taken), sum(s.n * f.promised), sum(s.n * f.on_time),
    sum(s.n * f.late), sum(s.n * f.silent)) is distinct from (0, 0, 0, 0, 0, 0, 0);
  return null;
end $$;
create trigger append_changes after update on parcels
  referencing old table as before new table as after for each statement execute function append_parcel_changes();

create function append_parcel_losses() returns trigger language plpgsql as $$
begin
  insert into parcel_deltas
  select b.client_code, f.day, b.carrier, b.carrier_service, b.region, -f.despatched, -f.delivered, -f.days_taken, -f.within_1,
    -f.within_2, -f.within_3, -f.within_5, -f.promised, -f.on_time, -f.late, -f.silent
  from before b cross join lateral parcel_fact_rows(b.despatched_at, b.promised_date, b.delivered_on, b.state) f;
  return null;
end $$;
create trigger append_losses after delete on parcels
  referencing old table as before for each statement execute function append_parcel_losses();

create function fold_parcel_deltas(most int) returns int language plpgsql as $$
declare folded int;
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of parcels', 0));
  with gone as (
    delete from parcel_deltas where ctid = any (array(select ctid from parcel_deltas limit most)) returning *
  ), by_service as (
    insert into parcel_facts as facts
    select client_code, day, carrier, service, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
      sum(within_3), sum(within_5), sum(promised), sum(on_time), sum(late), sum(silent)
    from gone group by 1, 2, 3, 4
    on conflict (client_code, day, carrier, service) do update set
      despatched = facts.despatched + excluded.despatched, delivered = facts.delivered + excluded.delivered,
      days_taken = facts.days_taken + excluded.days_taken, within_1 = facts.within_1 + excluded.within_1,
      within_2 = facts.within_2 + excluded.within_2, within_3 = facts.within_3 + excluded.within_3,
      within_5 = facts.within_5 + excluded.within_5, promised = facts.promised + excluded.promised,
      on_time = facts.on_time + excluded.on_time, late = facts.late + excluded.late, silent = facts.silent + excluded.silent
  ), by_region as (
    insert into parcel_region_facts as facts
    select client_code, day, carrier, region, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
      sum(within_3), sum(within_5), sum(promised), sum(on_time), sum(late), sum(silent)
    from gone group by 1, 2, 3, 4
    on conflict (client_code, day, carrier, region) do update set
      despatched = facts.despatched + excluded.despatched, delivered = facts.delivered + excluded.delivered,
      days_taken = facts.days_taken + excluded.days_taken, within_1 = facts.within_1 + excluded.within_1,
      within_2 = facts.within_2 + excluded.within_2, within_3 = facts.within_3 + excluded.within_3,
      within_5 = facts.within_5 + excluded.within_5, promised = facts.promised + excluded.promised,
      on_time = facts.on_time + excluded.on_time, late = facts.late + excluded.late, silent = facts.silent + excluded.silent
  )
  select count(*)::int into folded from gone;
  return folded;
end $$;

create function rebuild_parcel_facts() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('facts of parcels', 0));
  with gone as (
    delete from parcel_deltas
  ), sums as materialized (
    select client_code, day, carrier, service, region, sum(despatched)::int as despatched, sum(delivered)::int as delivered,
      sum(days_taken)::int as days_taken, sum(within_1)::int as within_1, sum(within_2)::int as within_2,
      sum(within_3)::int as within_3, sum(within_5)::int as within_5, sum(promised)::int as promised,
      sum(on_time)::int as on_time, sum(late)::int as late, sum(silent)::int as silent
    from parcel_record_facts group by 1, 2, 3, 4, 5
  ), no_service as (
    delete from parcel_facts f where not exists (
      select from sums s
      where s.client_code = f.client_code and s.day = f.day and s.carrier = f.carrier and s.service = f.service
    )
  ), no_region as (
    delete from parcel_region_facts f where not exists (
      select from sums s where s.client_code = f.client_code and s.day = f.day and s.carrier = f.carrier and s.region = f.region
    )
  ), by_region as (
    insert into parcel_region_facts
    select client_code, day, carrier, region, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
      sum(within_3), sum(within_5), sum(promised), sum(on_time), sum(late), sum(silent)
    from sums group by 1, 2, 3, 4
    on conflict (client_code, day, carrier, region) do update set
      (despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent) =
        (excluded.despatched, excluded.delivered, excluded.days_taken, excluded.within_1, excluded.within_2, excluded.within_3,
        excluded.within_5, excluded.promised, excluded.on_time, excluded.late, excluded.silent)
  )
  insert into parcel_facts
  select client_code, day, carrier, service, sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2),
    sum(within_3), sum(within_5), sum(promised), sum(on_time), sum(late), sum(silent)
  from sums group by 1, 2, 3, 4
  on conflict (client_code, day, carrier, service) do update set
    (despatched, delivered, days_taken, within_1, within_2, within_3, within_5, promised, on_time, late, silent) =
      (excluded.despatched, excluded.delivered, excluded.days_taken, excluded.within_1, excluded.within_2, excluded.within_3,
      excluded.within_5, excluded.promised, excluded.on_time, excluded.late, excluded.silent);
end $$;

create function wrong_parcel_facts() returns bigint language sql as $$
  select (
    select count(*) from (
      select client_code, day, carrier, service from (
        select * from parcel_known_facts
        union all
        select client_code, day, carrier, service, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_record_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as by_service
  ) + (
    select count(*) from (
      select client_code, day, carrier, region from (
        select * from parcel_known_region_facts
        union all
        select client_code, day, carrier, region, -despatched, -delivered, -days_taken, -within_1, -within_2, -within_3,
          -within_5, -promised, -on_time, -late, -silent from parcel_record_facts
      ) as both_sides
      group by 1, 2, 3, 4
      having (sum(despatched), sum(delivered), sum(days_taken), sum(within_1), sum(within_2), sum(within_3), sum(within_5),
        sum(promised), sum(on_time), sum(late), sum(silent)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    ) as by_region
  )
$$;
