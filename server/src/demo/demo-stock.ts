import type pg from 'pg'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import type { Insertable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { uuidOf } from './demo-deliveries.ts'
import { insertRows } from './insert-rows.ts'

type Level = Insertable<Tables['stock_levels']>
const FORTNIGHT_MS = 14 * 86_400_000
/** One SKU in this many was also counted a fortnight ago, and differs from its movements since. */
const COUNTED_TWICE_EVERY = 5

const PURPOSES = [
  ['promotion', 20, 'Spring sale'],
  ['wholesale', 30, 'Weekly pallet'],
  ['channel', 45, 'Marketplace'],
  ['quality', 10, 'Seams to be looked at'],
  ['order', 15, 'Comes in by the end of the week'],
] as const

const MOVED = `insert into stock_movements (client_code, sku_code, movement_key, code, kind, pieces, at, received_at, reason, reference, order_number)`
const COUNTED = `(select client_code, sku_code, code, max(counted_at) as last from stock_counts group by 1, 2, 3) c`
/** Goods received every four weeks for half a year, none between the two counts of a SKU, so that these still differ. */
const GOODS_IN = `${MOVED}
  select client_code, sku_code, 'goods-in GRN-' || days, code, 'goods-in', 12 + length(sku_code) * days % 30, at, at, '', 'GRN-' || days, ''
  from ${COUNTED} cross join generate_series(20, 160, 28) days cross join lateral (select last - days * interval '1 day' as at) a`
const BROKEN = `${MOVED}
  select client_code, sku_code, 'adjustment A-1', code, 'adjustment', -2, at, at, 'Broken in the warehouse', 'A-1', ''
  from ${COUNTED} cross join lateral (select last - interval '30 days' as at) a where right(sku_code, 1) = '3'`
const PUT_BACK = `${MOVED}
  select client_code, sku_code, 'return ' || return_reference || ' ' || event_key, 'SELLABLE', 'return', quantity, occurred_at,
    received_at, condition, return_reference, order_number
  from return_events where state = 'restocked'`

/** Inserts stock counts, with one SKU that is short, and a reservation for each purpose. */
export async function fillStock(client: pg.Client, levels: readonly Level[], now: Date): Promise<void> {
  const [short] = levels.filter(
    ({ client_code, stock_on_hand, available_stock }) => client_code === 'ACME' && stock_on_hand - available_stock > 3,
  )
  const counts = levels.map((level) => ({
    client_code: level.client_code,
    sku_code: level.sku_code,
    code: 'SELLABLE',
    counted_at: new Date(level.as_of).toISOString(),
    pieces: level === short ? 2 : level.stock_on_hand,
    warehouse_available: level === short ? 0 : level.available_stock,
    received_at: new Date(level.received_at).toISOString(),
  }))
  const before = counts
    .filter((_count, place) => place % COUNTED_TWICE_EVERY === 0)
    .map((count, place) => ({
      ...count,
      counted_at: new Date(Date.parse(count.counted_at) - FORTNIGHT_MS).toISOString(),
      pieces: count.pieces + (place % 7) * 3,
    }))
  await insertRows(client, 'stock_counts', [...before, ...counts])
  for (const moved of [GOODS_IN, BROKEN, PUT_BACK]) await client.query(moved)
  await reserveOfEachPurpose(client, levels, now)
  // Without statistics for the new rows, PostgreSQL would read all of them for each.
  await client.query('analyze stock_balances, stock_counts, stock_deltas, stock_movements, stock_reservations')
  await client.query('select rebuild_stock()')
}

async function reserveOfEachPurpose(client: pg.Client, levels: readonly Level[], now: Date): Promise<void> {
  const plenty = levels.filter(({ client_code, available_stock }) => client_code === 'ACME' && available_stock > 60)
  for (const [place, [purpose, pieces, note]] of PURPOSES.entries()) {
    const level = plenty[place * 3]
    if (!level) continue
    const id = uuidOf(`reservation for ${purpose}`)
    const until = addDays(dayOf(now), 7 + place * 7)
    await client.query(
      `insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by,
         order_number, customer_account, note, created_at, amended_at, amended_by)
       values ($1, $2, $3, 'SELLABLE', $4, $5, $6, 'acme.admin', $7, $8, $9, $10, $10, 'acme.admin')`,
      [
        level.client_code,
        id,
        level.sku_code,
        pieces,
        purpose,
        until,
        purpose === 'order' ? 'AC-PREORDER-1' : '',
        purpose === 'wholesale' ? 'WHOLESALE-1' : '',
        note,
        now,
      ],
    )
    await client.query(
      `insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
       values ($1, $2, 1, $3, 'acme.admin', 'Reserved', $4, $5, $6)`,
      [level.client_code, id, now, pieces, until, note],
    )
  }
}
