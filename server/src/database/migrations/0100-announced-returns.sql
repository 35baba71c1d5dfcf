-- What somebody announced to send back: a shopper on the page, or staff for one. Each piece is in one state of its goods, and
-- apart from that its money is open, refunded or rejected; beside it `return_events` has what became of it, as figures,
-- timelines and webhooks read it.
create table announced_returns (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  order_number text collate "C" not null,
  -- Of whoever asked: the same asked twice is one.
  announced_key text collate "C" not null,
  announced_at timestamptz not null,
  channel text collate "C" not null check (channel in ('portal', 'staff')),
  -- Of staff that announced it; '' of the shopper.
  by_name text not null,
  -- Worked out from its lines, for lists.
  state text collate "C" not null,
  review text collate "C" not null check (review in ('none', 'waiting', 'allowed', 'refused')),
  reviewed_at timestamptz,
  reviewed_by text not null default '',
  review_reason text not null default '',
  book_version int not null,
  -- What the decision saw: the order, the facts, what was asked, and when. The engine run again on it answers the same.
  saw jsonb not null,
  -- Which lines travel together, how, and where to: see AnnouncedParcel.
  parcels jsonb not null,
  -- Ten-thousandths of the client's currency, as the shopper was told.
  fee bigint not null,
  postage bigint not null,
  -- The day by which the law wants what came back refunded; null: nothing is due.
  refund_due_on date,
  -- The order that replaces what is exchanged; '' none.
  exchange_order text collate "C" not null default '',
  -- What stands of that order, and what is to be done about it.
  exchange text collate "C" not null default 'none'
    check (exchange in ('none', 'make', 'waiting', 'release', 'cancel', 'released', 'cancelled', 'held')),
  -- When that was last tried: what failed comes after what was not tried yet.
  exchange_tried_at timestamptz,
  -- Counts its steps.
  version int not null default 1,
  primary key (client_code, return_reference),
  unique (client_code, order_number, announced_key),
  foreign key (client_code, order_number) references orders
);
create index announced_returns_by_time on announced_returns (client_code, announced_at desc, return_reference);
create index announced_returns_in_review on announced_returns (client_code, announced_at) where review = 'waiting';
create index announced_returns_due on announced_returns (client_code, refund_due_on) where refund_due_on is not null;
create index announced_returns_to_exchange on announced_returns (client_code, return_reference)
  where exchange in ('make', 'release', 'cancel');
create index announced_returns_by_exchange on announced_returns (client_code, exchange_order) where exchange_order <> '';
create index announced_returns_open on announced_returns (client_code, state, announced_at);

create table announced_lines (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  line_number int not null,
  order_number text collate "C" not null,
  sku_code text collate "C" not null,
  -- Pieces that were announced.
  quantity int not null check (quantity > 0),
  reason_code text not null,
  comment text not null,
  resolution text collate "C" not null check (resolution in ('refund', 'exchange')),
  answer text collate "C" not null check (answer in ('allowed', 'review', 'refused')),
  -- What its shopper was told of it.
  text text not null,
  destination text collate "C",
  -- Pieces in each state.
  announced int not null default 0,
  in_transit int not null default 0,
  received int not null default 0,
  inspected int not null default 0,
  restocked int not null default 0,
  quarantined int not null default 0,
  withdrawn int not null default 0,
  expired int not null default 0,
  refused int not null default 0,
  lost int not null default 0,
  kept int not null default 0,
  refunded int not null default 0,
  rejected int not null default 0,
  -- Of them, those that came beyond what was announced.
  extra int not null default 0,
  primary key (client_code, return_reference, line_number),
  foreign key (client_code, return_reference) references announced_returns,
  check (announced + in_transit + received + inspected + restocked + quarantined + withdrawn + expired + refused + lost + kept
    = quantity + extra),
  check (refunded + rejected <= quantity + extra)
);
create index announced_lines_open on announced_lines (client_code, order_number, sku_code);
-- What shoppers wrote is looked for until its time is over.
create index announced_lines_with_comment on announced_lines (client_code, return_reference) where comment <> '';

-- The life of a return, step by step; never changed. `pieces` are of the step: [{"lineNumber": 1, "quantity": 1}].
create table return_steps (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  step_number int not null,
  step text collate "C" not null,
  at timestamptz not null,
  -- When it was written.
  told_at timestamptz not null,
  -- '' of the shopper and of feeds.
  by_name text not null,
  reason text not null,
  pieces jsonb not null,
  -- Of a refund, ten-thousandths: what was paid, and what was taken off.
  amount bigint,
  deduction bigint,
  primary key (client_code, return_reference, step_number),
  foreign key (client_code, return_reference) references announced_returns
);

-- Steps that their shopper is to be told of by mail: written with the step, and marked in the transaction that queues the
-- mail, so that each goes out once whatever ends between.
create table return_mails (
  client_code text collate "C" not null,
  return_reference text collate "C" not null,
  step_number int not null,
  step text collate "C" not null,
  made_at timestamptz not null,
  mailed_at timestamptz,
  primary key (client_code, return_reference, step_number),
  foreign key (client_code, return_reference, step_number) references return_steps
);
create index return_mails_waiting on return_mails (made_at) where mailed_at is null;

select restrict_to_clients('announced_returns', 'announced_lines', 'return_steps', 'return_mails');
grant select, insert, update on announced_returns, announced_lines to despatch_app;
grant select, insert on return_steps to despatch_app;
grant select, insert, update (mailed_at) on return_mails to despatch_app;

-- What a row of the feed called the return that it was met with; '' where it named it as it is called here.
alter table return_events add column told_reference text collate "C" not null default '';

-- As before, but that pieces which are withdrawn, expired or refused are there to be returned again, and what is lost or kept
-- is not received, refunded or not.
create or replace function refresh_return_lines(clients text[], order_numbers text[], return_references text[]) returns void language sql as $$
  with named as (
    select distinct client_code, order_number, return_reference
    from unnest(clients, order_numbers, return_references) as n (client_code, order_number, return_reference)
  ), events as (
    select e.*, (e.occurred_at at time zone 'Europe/London')::date as day
    from named n cross join lateral (
      select * from return_events r
      where r.client_code = n.client_code and r.return_reference between n.return_reference and n.return_reference
        -- Written so that the key of events, which begins with the order, is not what they are looked up by.
        and r.order_number || '' = n.order_number
      order by r.return_reference offset 0
    ) e
  ), counted as (
    select client_code, order_number, return_reference, sku_code,
      (array_agg(state order by occurred_at desc, received_at desc, array_position(
        array['announced', 'in_transit', 'received', 'inspected', 'restocked', 'quarantined', 'rejected', 'refunded', 'withdrawn',
          'expired', 'refused', 'lost', 'kept'], state::text) desc))[1] as state,
      coalesce((array_agg(reason_code order by occurred_at desc, received_at desc, event_key) filter (where reason_code <> ''))[1], '') as reason_code,
      coalesce(sum(quantity) filter (where state = 'announced'), 0)::int as announced,
      coalesce(sum(quantity) filter (where state = 'in_transit'), 0)::int as in_transit,
      coalesce(sum(quantity) filter (where state in ('withdrawn', 'expired', 'refused')), 0)::int as ended,
      coalesce(sum(quantity) filter (where state in ('lost', 'kept')), 0)::int as gone,
      greatest(
        sum(quantity) filter (where state = 'received'), sum(quantity) filter (where state = 'inspected'),
        sum(quantity) filter (where state in ('restocked', 'quarantined', 'rejected')), 0)::int as arrived,
      -- Where all is announced no piece is counted twice that is restocked after quarantine, or whose money is rejected.
      greatest(
        sum(quantity) filter (where state = 'announced')
          - coalesce(sum(quantity) filter (where state in ('withdrawn', 'expired', 'refused')), 0),
        sum(quantity) filter (where state = 'in_transit'), sum(quantity) filter (where state = 'received'),
        sum(quantity) filter (where state = 'inspected'), sum(quantity) filter (where state = 'restocked'),
        sum(quantity) filter (where state = 'quarantined'))::int as at_most,
      coalesce(sum(quantity) filter (where state = 'refunded'), 0)::int as refunded,
      greatest(max(surplus), sum(surplus) filter (where state = 'received'), 0)::int as surplus,
      min(day) filter (where state = 'announced') as announced_on,
      min(day) filter (where state not in ('announced', 'in_transit', 'withdrawn', 'expired', 'refused', 'lost', 'kept')) as received_on,
      min(day) filter (where state = 'refunded') as refunded_on
    from events group by client_code, order_number, return_reference, sku_code
  ), summed as (
    select *, greatest(case when announced > 0 then least(arrived, at_most) else arrived end, refunded - gone) as received
    from counted
  )
  insert into return_lines
  select s.client_code, s.order_number, s.return_reference, s.sku_code, s.state,
    greatest(s.announced - s.ended, s.in_transit, s.received, s.gone), s.announced, s.received, s.refunded, s.surplus, s.reason_code,
    (o.ordered_at at time zone 'Europe/London')::date, (p.despatched_at at time zone 'Europe/London')::date,
    s.announced_on, case when s.received > 0 then s.received_on end, s.refunded_on, coalesce(p.carrier, ''),
    case when o.country = 'GB' then coalesce(g.part, '') else 'Abroad' end
  from summed s
  cross join lateral (
    select ordered_at, country, post_code from orders
    where client_code = s.client_code and order_number between s.order_number and s.order_number order by order_number limit 1
  ) o
  left join lateral (
    select despatched_at, carrier from (
      select * from parcels
      where client_code = s.client_code and order_number between s.order_number and s.order_number
      order by order_number offset 0
    ) a
    order by (
      select true from parcel_contents c
      where c.client_code = a.client_code and c.tracking_number = a.tracking_number
        and c.sku_code between s.sku_code and s.sku_code
      order by c.sku_code limit 1
    ) nulls last, despatched_at, tracking_number limit 1
  ) p on true
  left join lateral (
    select part from regions where code = upper(substring(o.post_code from '^\s*([A-Za-z]{1,2})[0-9]')) limit 1
  ) g on true
  order by s.client_code, s.order_number, s.return_reference, s.sku_code
  on conflict (client_code, order_number, return_reference, sku_code) do update set
    (state, quantity, announced, received, refunded, surplus, reason_code, ordered_on, despatched_on, announced_on, received_on,
      refunded_on, carrier, region) = (excluded.state, excluded.quantity, excluded.announced, excluded.received,
      excluded.refunded, excluded.surplus, excluded.reason_code, excluded.ordered_on, excluded.despatched_on,
      excluded.announced_on, excluded.received_on, excluded.refunded_on, excluded.carrier, excluded.region)
  where return_lines is distinct from excluded
$$;
