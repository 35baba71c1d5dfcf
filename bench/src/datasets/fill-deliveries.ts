import type pg from 'pg'
import { withoutIndexes } from '../indexes.ts'

const PARCELS = ['parcels', 'delivery_events']
const TABLES = [...PARCELS, 'parcel_contents', 'return_events']

/** Whether the database has parcels already. */
export async function hasDeliveries(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ there: boolean }>('select exists (select from parcels) as there')
  return rows[0]?.there === true
}

/**
 * Gives every order one or two parcels (1.5 an order) and each of these five or six events of its carrier (8,000,000 for
 * 1,000,000 orders), made in the database from what the orders say. One parcel in fifteen is late, one in two hundred
 * never came. Orders of the last days have parcels on their way.
 */
export async function fillDeliveries(owner: pg.Client): Promise<void> {
  const began = performance.now()
  await owner.query('begin')
  // What triggers note of the parcels stays under row-level security.
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, true) from clients")
  for (const table of TABLES) await owner.query(`alter table ${table} no force row level security`)
  await withoutIndexes(owner, PARCELS, async () => {
    await owner.query(PARCELS_OF_ORDERS)
    await owner.query(EVENTS_OF_PARCELS)
  })
  await owner.query(RETURNS)
  await owner.query('commit')
  await owner.query('vacuum (analyze) parcels, delivery_events, return_events')
  const { rows } = await owner.query<{ parcels: number; events: number }>(
    'select (select count(*)::int from parcels) as parcels, (select count(*)::int from delivery_events) as events',
  )
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${rows[0]?.parcels.toLocaleString('en-GB')} parcels, ${rows[0]?.events.toLocaleString('en-GB')} events in ${seconds} s`,
  )
}

/** A figure from 0 to 9,999 that is the same for the same order and parcel. */
const DRAW = `('x' || substr(md5(o.client_code || o.order_number || n), 1, 7))::bit(28)::int % 10000`

const PARCELS_OF_ORDERS = `
insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at,
  ordered_at, promised_date, weight, state, state_at, delivered_at, delivered_on)
select client_code, upper(replace(order_number, '-', '')) || 'P' || n, 'DPD', order_number, 'Next Day', 'M1', despatched, ordered_at, promised, 1.25,
  case when delivered is null then 'in_transit' else 'delivered' end,
  coalesce(delivered, least(now(), despatched + interval '9 hours')), delivered, (delivered at time zone 'Europe/London')::date
from (
  select o.client_code, o.order_number, o.ordered_at, n, despatched, (despatched at time zone 'Europe/London')::date + 2 as promised,
    case when ${DRAW} < 50 or despatched + interval '50 hours' > now() then null
      when ${DRAW} < 700 then least(now(), despatched + interval '90 hours')
      else despatched + interval '26 hours' end as delivered
  from orders o
  cross join generate_series(1, 2) n
  cross join lateral (select o.ordered_at + interval '20 hours' as despatched) d
  where n = 1 or right(o.order_number, 1) in ('0', '1', '2', '3', '4')
) p`

const EVENTS_OF_PARCELS = `
insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at, description, location)
select p.client_code, p.tracking_number, md5(p.client_code || p.tracking_number || n)::uuid, p.carrier,
  (array['002', '010', '011', '012', '030', '060'])[step],
  (array['in_transit', 'in_transit', 'in_transit', 'in_transit', 'out_for_delivery', 'delivered'])[step],
  p.despatched_at + step * interval '4 hours', p.despatched_at + step * interval '4 hours' + interval '5 minutes',
  'What the carrier said', 'Hinckley'
from parcels p
cross join generate_series(1, 6) n
cross join lateral (select case when n = 6 and p.delivered_on is null then 4 else n end as step) s
where n <> 3 or right(p.order_number, 1) in ('0', '1', '2')`

const RETURNS = `
insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, source, occurred_at, received_at)
select o.client_code, o.order_number, md5(o.client_code || o.order_number)::uuid, 'RT' || o.order_number, 'SKU-00001', 1,
  'received', 'feed', o.ordered_at + interval '10 days', o.ordered_at + interval '10 days'
from orders o where o.status = 'V' and right(o.order_number, 2) = '07'`
