import { hash } from 'node:crypto'
import { type ReturnRow, returnRowCheck } from '@despatch/domain/feeds/rows/check-return-row'
import { wrongCheckDigitWords } from '@despatch/domain/deliveries/parcels/check-digit'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import type pg from 'pg'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { rowsInKeptNames } from '../orders/in-kept-names.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'

/**
 * The feed of what came back and what became of it. What the warehouse has in its hands came back: a SKU that the order
 * has not is taken and noted, and so is a reason code that nobody knows. An order or a SKU that the client has not is
 * refused.
 */
export const returns: RowFeed<ReturnRow> = { feed: 'returns', check: returnRowCheck, write: writeReturns }

const NO_ORDER = 'The client has no such order: feed the order first, or correct its number'
const NO_SKU = 'The client has no such SKU'
const OTHER_SKU = 'SKUs that their order does not have'

async function writeReturns(
  connection: pg.PoolClient,
  told: readonly ReturnRow[],
  { client, now, columnOf }: RowFeedContext,
): Promise<RowsWritten> {
  const rows = await rowsInKeptNames(connection, client, told)
  const toldOf = new Map(rows.map((row, at) => [row, told[at] ?? row]))
  const [orders, skus] = [await ordersOf(connection, client, rows), await skusOf(connection, client, rows)]
  const taken: ReturnRow[] = []
  const written: RowsWritten = { created: 0, changed: 0, unchanged: 0, refused: [], noted: new Map() }
  for (const row of rows) {
    const { line, orderNumber, SKU } = row
    if (!orders.has(orderNumber))
      written.refused.push({ line, column: columnOf('orderNumber'), reason: NO_ORDER, value: orderNumber })
    else if (!skus.has(SKU)) written.refused.push({ line, column: columnOf('SKU'), reason: NO_SKU, value: SKU })
    else taken.push(row)
  }
  if (taken.length === 0) return written
  const { created, otherSkus } = await insertEvents(connection, { client, now, toldOf }, taken)
  const noted = new Map(otherSkus > 0 ? [[OTHER_SKU, otherSkus]] : [])
  for (const { wrongDigit } of taken) {
    const words = wrongDigit && wrongCheckDigitWords(wrongDigit)
    if (words) noted.set(words, (noted.get(words) ?? 0) + 1)
  }
  return { ...written, created, unchanged: taken.length - created, noted }
}

async function ordersOf(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const { rows: found } = await connection.query<{ order_number: string }>(
    `select o.* from unnest($2::text[]) as n (order_number) cross join lateral (
       select order_number from orders
       where client_code = $1 and order_number between n.order_number and n.order_number order by order_number limit 1
     ) o`,
    [client, [...new Set(rows.map(({ orderNumber }) => orderNumber))]],
  )
  return new Set(found.map(({ order_number }) => order_number))
}

async function skusOf(connection: pg.ClientBase, client: string, rows: readonly ReturnRow[]) {
  const { rows: found } = await connection.query<{ sku_code: string }>(
    `select s.* from unnest($2::text[]) as n (sku_code) cross join lateral (
       select sku_code from skus
       where client_code = $1 and sku_code between n.sku_code and n.sku_code order by sku_code limit 1
     ) s`,
    [client, [...new Set(rows.map(({ SKU }) => SKU))]],
  )
  return new Set(found.map(({ sku_code }) => sku_code))
}

/** In the order of keys: two feeds of the same file wait for each other, and never for one another at once. */
const INSERT_EVENTS = `
with made as (
  insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
    condition, note, tracking_number, source, occurred_at, received_at)
  select $1, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, condition, note,
    tracking_number, 'feed', occurred_at, $2
  from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[],
    $12::text[], $13::timestamptz[], $14::uuid[]) as r (order_number, event_key, return_reference, sku_code, quantity,
    state, reason_code, condition, note, tracking_number, occurred_at, key_as_written)
  where (
    select true from return_events e
    where e.client_code = $1 and e.order_number = r.order_number
      and e.event_key between r.key_as_written and r.key_as_written
    order by e.event_key limit 1
  ) is null
  order by order_number collate "C", event_key
  on conflict do nothing
  returning order_number, sku_code
)
select count(*)::int as created, (count(*) filter (where l.is_of_order is null))::int as "otherSkus"
from made m
left join lateral (
  select true as is_of_order from order_lines l
  where l.client_code = $1 and l.order_number = m.order_number and l.sku_code = m.sku_code order by line_number limit 1
) l on true`

async function insertEvents(
  connection: pg.ClientBase,
  { client, now, toldOf }: { client: string; now: Date; toldOf: ReadonlyMap<ReturnRow, ReturnRow> },
  rows: readonly ReturnRow[],
): Promise<{ created: number; otherSkus: number }> {
  const keys: string[] = []
  const keysAsWritten: string[] = []
  for (const row of rows) {
    keys.push(eventKey({ ...row, trackingNumber: normaliseTrackingNumber(row.trackingNumber) }))
    keysAsWritten.push(eventKey(toldOf.get(row) ?? row))
    if (isTurnUsedUp()) await nextTurn()
  }
  const made = await connection.query<{ created: number; otherSkus: number }>(INSERT_EVENTS, [
    client,
    now,
    rows.map(({ orderNumber }) => orderNumber),
    keys,
    rows.map(({ returnReference }) => returnReference),
    rows.map(({ SKU }) => SKU),
    rows.map(({ quantity }) => quantity),
    rows.map(({ event }) => event),
    rows.map(({ reasonCode }) => reasonCode),
    rows.map(({ condition }) => condition),
    rows.map(({ note }) => note),
    rows.map(({ trackingNumber }) => trackingNumber),
    rows.map(({ occurredAt }) => (occurredAt ?? now).toISOString()),
    // Events were once told by their SKU and their tracking number as they are written.
    keysAsWritten,
  ])
  return made.rows[0] ?? { created: 0, otherSkus: 0 }
}

/** The same event sent twice is one: it is told by its own reference, or else by all that its row says. */
function eventKey(row: ReturnRow): string {
  const { returnReference, reference, SKU, quantity, event, occurredAt, reasonCode, condition, note, trackingNumber } =
    row
  const said =
    reference === ''
      ? [
          'said',
          SKU,
          String(quantity),
          event,
          occurredAt?.toISOString() ?? '',
          reasonCode,
          condition,
          note,
          trackingNumber,
        ]
      : ['reference', reference]
  return hash('sha256', [returnReference, ...said].join('\n')).slice(0, 32)
}
