import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import type { Cost, Pricing } from '@despatch/domain/routing/prices/costing'
import type pg from 'pg'
import { insertClients } from '../datasets/fill.ts'
import { withoutIndexes } from '../indexes.ts'

/** Clients that only the invoice bench has. */
export const INVOICED_CLIENTS = Array.from({ length: 20 }, (_, index) => `V${String(index + 1).padStart(2, '0')}`)
/** Orders use the carriers in turn; every fourth order has two parcels, the others one. */
export const CARRIERS = ['UPS', 'DHL', 'DPD'] as const
export type BenchCarrier = (typeof CARRIERS)[number]
export const SERVICES: Readonly<Record<BenchCarrier, string>> = { UPS: 'Standard', DHL: 'Express', DPD: 'Next Day' }
const VERSIONS = 200
const DAYS = 540
const DAY_MS = 86_400_000

/** A parcel as its carrier bills it. */
export type BenchParcel = { trackingNumber: string; orderNumber: string; day: string; grams: number; price: Cost }

const methodOf = (carrier: BenchCarrier) => `${carrier}-1`

/** Every version changes the price of one of the three carriers. */
export const changedIn = (version: number): BenchCarrier => CARRIERS[version % 3] ?? 'UPS'

/** Twenty bands of a kilogram, by the weight of the whole consignment. */
export function pricingOf(version: number): Pricing {
  const plain = { incrementalCost: 0, incrementStart: 0, increment: 0 }
  return {
    pricingMethod: 'By Weight Matrix',
    primaryCosting: {
      fromParcel: 1,
      baseCost: 0,
      ...plain,
      costingMatrix: Array.from({ length: 20 }, (_, band) => ({
        chargeID: `V${version}B${band}`,
        from: band * 1000,
        to: (band + 1) * 1000,
        baseCost: (350 + band * 20 + (version % 9) * 5) * 100,
        ...plain,
        effectiveFrom: null,
        effectiveBetween: null,
      })),
    },
    secondaryCosting: null,
  }
}

const itemOf = (carrier: BenchCarrier, version: number): BookItem => ({
  kind: 'method',
  key: methodOf(carrier),
  content: {
    carrier,
    carrierService: SERVICES[carrier],
    methodDescription: `${carrier} ${SERVICES[carrier]}`,
    contracts: [],
    serviceTypes: ['STANDARD', 'NEXT DAY', 'NAMED DAY'],
    countries: ['GB'],
    regions: [],
    transitDays: 2,
    pricing: pricingOf(version),
  },
})

/** Whether the parcels already exist; throws if other ones exist. */
export async function hasInvoiceWorld(owner: pg.Client, orders: number): Promise<boolean> {
  const { rows } = await owner.query<{ orders: number }>(
    "select count(*)::int as orders from orders where client_code = any ($1) and starts_with(order_number, 'INV')",
    [INVOICED_CLIENTS],
  )
  const there = rows[0]?.orders ?? 0
  if (there !== 0 && there !== orders)
    throw new Error(`There are ${there} orders for invoices: give the same, or another --data.`)
  return there === orders
}

/** The number of orders for a number of parcels. */
export const ordersOf = (parcels: number) => Math.ceil(parcels / 1.25)

/**
 * Fills the database, with one statement for each table: twenty clients whose books had 200 versions in 540 days, and
 * orders despatched evenly in that time, with parcels, contents and routing decisions.
 */
export async function fillInvoiceWorld(owner: pg.Client, orders: number, now: number): Promise<void> {
  const began = performance.now()
  const since = new Date(now - DAYS * DAY_MS)
  await insertClients(owner, INVOICED_CLIENTS)
  await owner.query('begin')
  await owner.query("select set_config('app.clients', $1::text[]::text, true)", [['', ...INVOICED_CLIENTS]])
  for (const table of ['orders', 'parcels', 'parcel_contents', 'consignments', 'rule_books', 'rule_book_items', 'skus'])
    await owner.query(`alter table ${table} no force row level security`)
  await insertBooks(owner, since)
  await owner.query(
    `insert into skus (client_code, sku_code, description, unit_value, weight, length, volume)
     select client, 'SKU-' || n, 'Thing', 5, 500, 300, 4000 from unnest($1::text[]) client, generate_series(1, 40) n`,
    [INVOICED_CLIENTS],
  )
  const tables = ['orders', 'parcels', 'parcel_contents', 'consignments']
  // Triggers would look up keys in other tables that do not exist yet.
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`)
  await withoutIndexes(owner, tables, async () => {
    await owner.query(`create temp table made on commit drop as ${MADE}`, [INVOICED_CLIENTS, orders, since, DAYS])
    for (const statement of [ORDERS, PARCELS, CONTENTS, CONSIGNMENTS]) await owner.query(statement)
  })
  for (const table of tables) await owner.query(`alter table ${table} enable trigger user`)
  await insertAgreed(owner)
  await owner.query('commit')
  await owner.query(
    'vacuum (analyze) orders, parcels, parcel_contents, consignments, rule_book_items, rule_books, skus',
  )
  console.log(
    `\n${orders.toLocaleString('en-GB')} orders for invoices in ${Math.round((performance.now() - began) / 1000)} s`,
  )
}

async function insertBooks(owner: pg.Client, since: Date): Promise<void> {
  const items = Array.from({ length: VERSIONS }, (_, index) => index + 1).flatMap((version) =>
    version === 1 ? CARRIERS.map((carrier) => ({ version, to: toOf(carrier, 1), item: itemOf(carrier, 1) })) : [],
  )
  for (let version = 2; version <= VERSIONS; version++) {
    const carrier = changedIn(version)
    items.push({ version, to: toOf(carrier, version), item: itemOf(carrier, version) })
  }
  await owner.query('insert into rule_book_heads select unnest($1::text[]), $2', [INVOICED_CLIENTS, VERSIONS])
  await owner.query(
    `insert into rule_books (client_code, version, published_at, by_name, summary, changes)
     select client, n, $2::timestamptz + (n - 2) * ($3 / $4::float8) * interval '1 day', 'bench', 'Made by the bench', 1
     from unnest($1::text[]) client, generate_series(1, $4::int) n`,
    [INVOICED_CLIENTS, since, DAYS, VERSIONS],
  )
  await owner.query(
    `insert into rule_book_items (client_code, kind, item_key, from_version, to_version, content, holds_from)
     select client, kind, key, i.version, "to", content, case when i.version > 1 then london_day(b.published_at) end
     from unnest($1::text[]) client
     cross join jsonb_to_recordset($2) as i (kind text, key text, version int, "to" int, content jsonb)
     join rule_books b on b.client_code = client and b.version = i.version`,
    [
      INVOICED_CLIENTS,
      JSON.stringify([...carriersOf(), ...items.map(({ version, to, item }) => ({ ...item, version, to }))]),
    ],
  )
}

const carriersOf = () =>
  CARRIERS.map((key) => ({
    kind: 'carrier',
    key,
    version: 1,
    to: null,
    content: { name: key, active: 'Y', activeDates: [] },
  }))

function toOf(carrier: BenchCarrier, version: number): number | null {
  for (let next = version + 1; next <= VERSIONS; next++) if (changedIn(next) === carrier) return next
  return null
}

/** The version in force of a carrier's price at a fraction (`part`) of the period of despatches. */
export function pricedIn(carrier: BenchCarrier, part: number): number {
  // Version 2 is published when the first order leaves.
  let version = Math.min(Math.floor(part * VERSIONS) + 2, VERSIONS)
  while (version > 1 && changedIn(version) !== carrier) version--
  return version
}

/**
 * The fraction of the period of despatches that is over at the end of a day: prices apply from the day of their
 * publication.
 */
export const partAtEndOf = (day: Day, now: number): number =>
  1 - (now - (startOfDay(addDays(day, 1)).getTime() - 1)) / (DAYS * DAY_MS)

const MADE = `
select o, ($1::text[])[o % 20 + 1] as client_code, 'INV' || lpad(o::text, 9, '0') as order_number,
  (array['UPS', 'DHL', 'DPD'])[o % 3 + 1] as carrier, (array['Standard', 'Express', 'Next Day'])[o % 3 + 1] as service,
  date_bin('1 second', $3::timestamptz + ((o + 0.5) / $2::float8) * $4::int * interval '1 day', '2000-01-01') as left_at
from generate_series(0, $2::int - 1) o`
const ORDERS = `
insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code,
  quantity, item_count, total_value, currency_code, created_at, created_by)
select client_code, order_number, 'D', 'feed', left_at - interval '20 hours', 'STANDARD', (left_at at time zone 'Europe/London')::date,
  'GB', 'LS1 1UR', 1, 1, 1, 'GBP', left_at, 'bench' from made`
/** The same parcels as benchParcels in invoice-files.ts. */
const PARCELS = `
insert into parcels (client_code, tracking_number, carrier, order_number, carrier_service, client_method_id, despatched_at,
  ordered_at, promised_date, weight, state)
select client_code,
  case carrier when 'UPS' then '1ZBENCH' || lpad((o * 2 + n)::text, 11, '0') when 'DHL' then (5000000000 + o * 2 + n)::text
    else '1550' || lpad((o * 2 + n)::text, 10, '0') end,
  carrier, order_number, service, carrier || '-1', left_at, left_at - interval '20 hours', (left_at at time zone 'Europe/London')::date + 2,
  (0.5 + (o * 2 + n) % 30 * 0.25)::numeric(10, 3), 'in_transit'
from made cross join lateral generate_series(0, case when o % 4 = 0 then 1 else 0 end) n`
const CONTENTS = `
insert into parcel_contents (client_code, tracking_number, sku_code, quantity)
select client_code, tracking_number, 'SKU-' || (right(tracking_number, 4)::int % 40 + 1), 1 from parcels
where client_code in (select distinct client_code from made)`
const CONSIGNMENTS = `
insert into consignments (client_code, order_number, attempt, number, at, by_name, state, despatch_day, rule_book_version, parcels,
  consignment, usage_seen, carrier, client_method_id, cost)
select client_code, order_number, 1, 1, left_at, 'bench', 'allocated', (left_at at time zone 'Europe/London')::date, 1, p.count,
  jsonb_build_object('parcels', p.boxes, 'service', 'STANDARD', 'country', 'GB', 'region', 'LS', 'despatchDay', (left_at at time zone 'Europe/London')::date::text, 'skus', '["SKU-1"]'::jsonb), '{}', carrier, carrier || '-1', 4.5
from made cross join lateral (
  select count(*) as count, jsonb_agg(jsonb_build_object('weight', 500 + (o * 2 + n) % 30 * 250, 'length', 300, 'volume', 4000)) as boxes
  from generate_series(0, case when o % 4 = 0 then 1 else 0 end) n
) p`

/** Fuel is always due, a peak charge and one for remote places if billed; sixpence per row is tolerated. */
async function insertAgreed(owner: pg.Client): Promise<void> {
  const common = { least: null, most: null, currency: 'GBP', from: '2020-01-01', to: null }
  const money = (amount: string) => ({ kind: 'money', money: amount, per: 'parcel' })
  const charges = [
    {
      ...common,
      category: 'fuel',
      chargeCode: '',
      chargeText: 'Fuel',
      when: 'always',
      amount: { kind: 'percent', percent: '12', of: ['base'], per: 'detail' },
    },
    { ...common, category: 'peak', chargeCode: '', chargeText: 'Peak', when: 'if billed', amount: money('0.35') },
    {
      ...common,
      category: 'remote area',
      chargeCode: '',
      chargeText: 'Remote',
      when: 'if billed',
      amount: money('2.5'),
    },
  ]
  const allowance = { money: '0.06', percent: null }
  const tolerance = { row: allowance, charge: allowance, invoice: null }
  await owner.query(
    `insert into invoice_agreed (carrier, terms, changed_at, changed_by)
     select carrier, terms, now(), 'bench' from unnest($1::text[]) carrier, jsonb_array_elements($2::jsonb) terms`,
    [CARRIERS, JSON.stringify(charges)],
  )
  await owner.query(
    `insert into invoice_tolerances (carrier, terms, changed_at, changed_by) select unnest($1::text[]), $2, now(), 'bench'`,
    [CARRIERS, JSON.stringify(tolerance)],
  )
}

/** The despatch time of an order by its position, in the period of {@link fillInvoiceWorld}. */
export const leftAt = (order: number, orders: number, now: number): number =>
  now - DAYS * DAY_MS + ((order + 0.5) / orders) * DAYS * DAY_MS
