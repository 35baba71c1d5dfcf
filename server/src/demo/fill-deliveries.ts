import { formatCount } from '@despatch/domain/money/money'
import type pg from 'pg'
import { makeDeliveries } from './demo-deliveries.ts'
import { fillStock } from './demo-stock.ts'
import type { DemoOrders } from './demo-orders.ts'
import { EVENT_CODES } from './carriers/event-codes.ts'
import { fillReturns } from './returns/fill-returns.ts'
import { insertRows } from './insert-rows.ts'
import { makeReturns, makeStock } from './returns-and-stock.ts'
import type { DemoVersion } from './rule-books.ts'
import { sellReturnedSerials } from './serials-sold-again.ts'
import { seededRandom } from './seeded-random.ts'

const SEED = 20_119

/** Inserts parcels, carrier events, returns and stock. Returns the parcels. */
export async function fillDeliveries(
  client: pg.Client,
  input: {
    made: DemoOrders
    books: ReadonlyMap<string, readonly DemoVersion[]>
    consignments: Parameters<typeof makeDeliveries>[2]
    now: Date
    report: (line: string) => void
  },
): Promise<ReturnType<typeof makeDeliveries>['parcels']> {
  const { made, now, report } = input
  const random = seededRandom(SEED)
  const { parcels, contents, events, counts } = makeDeliveries(random, made, input.consignments, input)
  const returns = makeReturns(random, made, now)
  sellReturnedSerials(contents, { parcels, returns })
  await insertRows(
    client,
    'carrier_event_codes',
    Object.entries(EVENT_CODES).flatMap(([carrier, codes]) =>
      Object.values(codes)
        .filter(([, state]) => state !== 'unknown')
        .map(([code, state, description, reason = '']) => ({
          carrier,
          code,
          state,
          reason,
          description,
          version: 1,
          changed_at: now,
          changed_by: 'ops.admin',
        })),
    ),
  )
  await insertRows(client, 'parcels', parcels)
  await insertRows(client, 'parcel_contents', contents)
  await insertRows(client, 'delivery_events', events)
  await insertRows(client, 'event_code_counts', counts)
  report(`Demo: ${formatCount(parcels.length)} parcels with ${formatCount(events.length)} events of their carriers`)
  await insertRows(client, 'return_events', returns)
  const announced = await fillReturns(client, { made, returns, now })
  await fillStock(client, makeStock(random, made, now), now)
  report(
    `Demo: ${formatCount(returns.length)} steps of returns, and what is in stock; ${formatCount(announced)} returns were announced by a returns book`,
  )
  return parcels
}
