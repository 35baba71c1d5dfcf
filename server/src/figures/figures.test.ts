import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { makeClient } from '../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { findWrongFigures } from '../testing/wrong-figures.ts'
import { markWrongDays } from './check.ts'
import { FIGURE_KINDS, type FigureKind } from './kinds.ts'
import { markedFigures, recountAll, recountMarked } from './recount.ts'
import { rebuildFigures } from './rebuild.ts'

const CLIENTS = ['ACME', 'BIRCH']
let portal: TestPortal
const owner = (statement: string, values: unknown[] = []) => portal.testDatabase.asOwner(statement, values)

/** Twenty orders of each client with a parcel, two events and a line of a return each, over some days. */
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of CLIENTS) await makeClient(portal.testDatabase, { code })
  await owner(`
    insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, post_code,
      quantity, item_count, total_value, currency_code, created_at, created_by)
    select client_code, 'O' || n, 'R', 'feed', timestamptz '2026-03-26 23:30Z' + n % 5 * interval '1 day', 'STANDARD', date '2026-03-28' + n % 3,
      'GB', 'AB1 2CD', n, 2, n * 1.5, 'GBP', now(), 'test' from clients cross join generate_series(1, 20) n`)
  await owner(`
    insert into parcels (client_code, tracking_number, carrier, carrier_service, order_number, despatched_at, ordered_at, promised_date)
    select client_code, 'P' || n, 'DPD', 'Next Day', 'O' || n, timestamptz '2026-03-27 12:00Z' + n % 4 * interval '1 day', now(),
      date '2026-03-29' + n % 3 from clients cross join generate_series(1, 20) n`)
  await owner(`
    insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, reason, occurred_at, received_at)
    select client_code, 'P' || n, gen_random_uuid(), 'DPD', 'X', 'delivery_failed', '', timestamptz '2026-03-28 12:00Z' + n % 6 * interval '1 day', now()
    from clients cross join generate_series(1, 20) n`)
  await owner(`
    insert into return_lines (client_code, order_number, return_reference, sku_code, state, quantity, announced, received, refunded,
      surplus, reason_code, ordered_on, announced_on, received_on, carrier, region)
    select client_code, 'O' || n, 'R' || n, 'MUG', 'received', 3, 3, 2, 0, 0, 'DAMAGED', '2026-03-27', date '2026-04-01' + n % 3,
      date '2026-04-03' + n % 4, 'DPD', 'Scotland' from clients cross join generate_series(1, 20) n`)
})
afterAll(() => portal.close())

const TABLES = { order: 'orders', parcel: 'parcels', exception: 'delivery_events', return: 'return_lines' } as const

/** Another value of a column, as an expression of its type. Keys and checked words are left as they are. */
const otherOf = (type: string, column: string) =>
  ({
    integer: `${column} + 1`,
    smallint: `${column} + 1`,
    bigint: `coalesce(${column}, 0) + 1`,
    numeric: `${column} + 1`,
    boolean: `not ${column}`,
    date: `coalesce(${column}, date '2026-04-10') + 1`,
    'timestamp with time zone': `coalesce(${column}, timestamptz '2026-04-10 12:00Z') + interval '1 day'`,
    text: `case when ${column} = '' then 'Other' else '' end`,
  })[type]

/** Words that the tables check, and keys. */
const WORDS: Record<string, string> = {
  'orders.status': "'C'",
  'orders.dispatch_service': "'NEXT DAY'",
  'orders.source': "'portal'",
  'orders.country': "'FR'",
}
const KEYS = new Set(['client_code', 'order_number', 'tracking_number', 'event_key', 'return_reference', 'sku_code'])

test.each(Object.keys(TABLES) as FigureKind[])(
  'a change of any column that figures of %ss count is marked',
  async (kind) => {
    const table = TABLES[kind]
    const columns = await owner(
      'select column_name as name, data_type as type from information_schema.columns where table_name = $1 and is_generated = $2',
      [table, 'NEVER'],
    )
    for (const { name, type } of columns as { name: string; type: string }[]) {
      if (KEYS.has(name)) continue
      const other = WORDS[`${table}.${name}`] ?? otherOf(type, name)
      if (!other) continue
      await recountAll(portal.database)
      await owner(`update ${table} set ${name} = ${other} where client_code = 'ACME' and ctid in (
      select ctid from ${table} where client_code = 'ACME' order by ctid limit 7)`)
      expect({ name, wrong: await findWrongFigures(portal.database) }).toEqual({ name, wrong: [] })
    }
  },
)

test('a statement that moves, cancels out, deletes or brings back many records leaves no figure wrong, whoever counts beside it', async () => {
  const days = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 20, maxLength: 20 })
  const step = fc.oneof(
    fc.record({ delivered: days }),
    fc.record({ ordered: days }),
    fc.record({ swapped: fc.constantFrom('delivered_on', 'promised_date') }),
    fc.record({ cancelled: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ gone: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ received: days }),
  )
  const [steps = []] = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 7 })
  let isOver = false
  /** Counts what is marked, as a server does. */
  const count = async () => {
    while (!isOver)
      for (const figures of await markedFigures(portal.database)) await recountMarked(portal.database, figures)
  }
  const write = async (client: string, mine: typeof steps) => {
    for (const one of mine) await retryOnDeadlock(() => apply(client, one))
  }
  const counting = [count(), count()]
  await Promise.all(CLIENTS.flatMap((client) => [write(client, steps.slice(0, 30)), write(client, steps.slice(30))]))
  isOver = true
  await Promise.all(counting)
  expect(await findWrongFigures(portal.database)).toEqual([])
})

type Step =
  | { delivered: number[] }
  | { ordered: number[] }
  | { swapped: string }
  | { cancelled: number }
  | { gone: number }
  | { received: number[] }

async function apply(client: string, step: Step): Promise<void> {
  const of = (table: string, key: string, set: string, values: unknown[]) =>
    portal.database.copying([client], (connection) =>
      connection.query(
        `update ${table} t set ${set} from unnest($2::int[]) with ordinality as d (day, n)
         where client_code = $1 and t.${key} = '${key === 'tracking_number' ? 'P' : 'O'}' || d.n`,
        [client, ...values],
      ),
    )
  if ('delivered' in step)
    await of(
      'parcels',
      'tracking_number',
      "delivered_on = date '2026-03-28' + d.day, state = case when d.day = 0 then 'pending' else 'delivered' end",
      [step.delivered],
    )
  else if ('ordered' in step)
    await of('orders', 'order_number', "ordered_at = timestamptz '2026-03-26 23:30Z' + d.day * interval '1 day'", [
      step.ordered,
    ])
  else if ('received' in step)
    await of('return_lines', 'order_number', "received_on = date '2026-04-03' + d.day", [step.received])
  else
    await portal.database.copying([client], async (connection) => {
      if ('swapped' in step)
        // Two records change places: as many as before are counted on each day.
        await connection.query(
          `update parcels t set ${step.swapped} = o.${step.swapped} from parcels o where t.client_code = $1 and o.client_code = $1
           and t.tracking_number in ('P1', 'P2') and o.tracking_number in ('P1', 'P2') and t.tracking_number <> o.tracking_number`,
          [client],
        )
      else if ('cancelled' in step)
        await connection.query(
          `update orders set status = case status when 'C' then 'R' else 'C' end
           where client_code = $1 and right(order_number, 1)::int % 5 = $2`,
          [client, step.cancelled],
        )
      else
        await connection.query(
          'delete from delivery_events where client_code = $1 and right(tracking_number, 1)::int = $2',
          [client, step.gone],
        )
    })
}

test('a wrong figure is found, marked and mended; marked days are not called wrong', async () => {
  await recountAll(portal.database)
  for (const kind of Object.keys(FIGURE_KINDS) as FigureKind[]) {
    const { table, counts } = FIGURE_KINDS[kind]
    const [first] = counts
    await owner(`update ${table} set ${first} = ${first} + 1 where client_code = 'ACME'`)
    const { days } = await markWrongDays(portal.database, { kind, client: 'ACME' })
    expect(days.length).toBeGreaterThan(0)
    expect((await markWrongDays(portal.database, { kind, client: 'ACME' })).days).toEqual([])
    expect((await markWrongDays(portal.database, { kind, client: 'BIRCH' })).days).toEqual([])
    await owner(`delete from ${table} where client_code = 'ACME'`)
    await rebuildFigures(portal.database, { kind, client: 'ACME' })
  }
  expect(await findWrongFigures(portal.database)).toEqual([])
})
