-- Methods that somebody chose by hand: domain/src/routing/allocation/by-hand.ts says what is kept of a choice. The consignment
-- itself stays as it was planned, so that a server of before reads it.
alter table consignments add column by_hand jsonb;

create or replace function keep_consignments(asked_client text, decided_at timestamptz, decided_by text, decided jsonb, takes jsonb)
returns boolean
language plpgsql as $$
declare
  taken int;
begin
  insert into consignments (client_code, at, by_name, order_number, attempt, number, state, despatch_day,
    rule_book_version, parcels, consignment, usage_seen, conflict, carrier, client_method_id, cost, why, by_hand)
  select asked_client, decided_at, decided_by, c.* from jsonb_to_recordset(decided) as c (
    order_number text, attempt int, number int, state text, despatch_day date, rule_book_version int, parcels int,
    consignment jsonb, usage_seen jsonb, conflict jsonb, carrier text, client_method_id text, cost numeric, why text,
    by_hand jsonb);
  insert into capacity_usage as u (client_code, carrier, despatch_day, parcels)
  select asked_client, t.carrier, t.day, t.parcels
  from jsonb_to_recordset(takes) as t (carrier text, day date, parcels int)
  order by t.day, t.carrier collate "C"
  on conflict (client_code, despatch_day, carrier) do update set parcels = u.parcels + excluded.parcels
  where u.parcels + excluded.parcels <= coalesce((
    select t.slot from jsonb_to_recordset(takes) as t (carrier text, day date, slot int)
    where t.carrier = u.carrier and t.day = u.despatch_day
  ), 2000000000);
  get diagnostics taken = row_count;
  if taken < jsonb_array_length(takes) then
    raise exception 'no room' using errcode = 'NOROM';
  end if;
  return true;
exception when sqlstate 'NOROM' then
  return false;
end $$;

-- A choice leaves a receipt, by which it is undone.
alter table order_receipts drop constraint order_receipts_action_check,
  add constraint order_receipts_action_check check (action in ('release', 'suspend', 'cancel', 'amend', 'choose-carrier')) not valid;

-- Staff who may change when carriers are active may choose one by hand; administrators of theirs may overrule constraints.
update roles set permissions = jsonb_set(permissions, '{carrierRoutingControl,carrierByHand}',
  permissions #> '{carrierRoutingControl,carrierActiveDates}')
where role_type in ('Internal Administrator', 'Internal User')
  and permissions #> '{carrierRoutingControl,carrierActiveDates}' is not null
  and permissions #> '{carrierRoutingControl,carrierByHand}' is null;
update roles set permissions = jsonb_set(permissions, '{carrierRoutingControl,carrierByHandOverrule}',
  permissions #> '{carrierRoutingControl,carrierActiveDates}')
where role_type = 'Internal Administrator'
  and permissions #> '{carrierRoutingControl,carrierActiveDates}' is not null
  and permissions #> '{carrierRoutingControl,carrierByHandOverrule}' is null;

-- Of a consignment that is decided on alone, those beside it say as well whether the order has no carrier.
create or replace function note_carrier() returns trigger language plpgsql
set enable_sort = off
set enable_seqscan = off
as $$
declare
  one record;
begin
  for one in
    select client_code, order_number, bool_or(client_method_id is null) as without, max(attempt) as attempt
    from added where ended_at is null group by client_code, order_number
  loop
    if one.attempt > 1 and not one.without then
      one.without := exists (
        select from consignments
        where client_code = one.client_code and order_number between one.order_number and one.order_number
          and ended_at is null and client_method_id is null
      );
    end if;
    update orders set lacks = (lacks & ~128) | case when one.without then 128 else 0 end
    where ctid = (
      select ctid from orders
      where client_code = one.client_code and order_number between one.order_number and one.order_number
      order by order_number limit 1
    ) and ((lacks & 128) <> 0) <> one.without;
  end loop;
  return null;
end $$;
