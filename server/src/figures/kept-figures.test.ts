import { addDays } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parcelFacts } from '../deliveries/parcels/parcel-facts.ts'
import { foldFacts, rebuildFacts } from './facts.ts'
import { KeptFigures, type FactsPart } from './kept-figures.ts'
import { inClients } from '../database/in-client.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'

const DAY = '2026-01-05'
let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv([['A', 'RED', 1, 4, DAY]], 'orderNumber,SKU,quantity,unitValue,orderDate'))
})
afterAll(() => on.portal.close())

const add = (number: number, carrier: string) =>
  on.rows(
    `insert into parcels (client_code, tracking_number, carrier, order_number, despatched_at, ordered_at, promised_date)
     values ($1, 'T${number}', '${carrier}', 'A', '${DAY}T10:00Z', '${DAY}T09:00Z', '${addDays(DAY, 1)}')`,
  )

test('sums that are kept hold after every change, folded or not, and are read anew only then', async () => {
  const figures = new KeptFigures()
  let folded = 0
  const tables = { folded: 'parcel_facts', waiting: 'parcel_deltas', all: 'parcel_known_facts' }
  const asked = () =>
    inClients(on.portal.database, [on.me.client], (transaction) =>
      figures.rows(transaction, {
        name: 'test',
        clients: [on.me.client],
        facts: ['parcels'],
        of: [],
        statement(part: FactsPart) {
          if (part === 'folded') folded++
          return sql<{ carrier: string; parcels: number }>`
            select carrier, sum(despatched)::int as parcels from ${sql.table(tables[part])}
            where client_code = ${on.me.client} and despatched <> 0 group by carrier`
        },
      }),
    )
  const is = async (...expected: [string, number][]) =>
    expect(await asked()).toEqual(expected.map(([carrier, parcels]) => ({ carrier, parcels })))
  const fold = () => foldFacts(on.portal.database, [parcelFacts])

  await fold()
  await is()
  await is()
  expect(folded).toBe(1)
  await add(1, 'EVRI')
  await is(['EVRI', 1])
  await add(2, 'DPD')
  await is(['DPD', 1], ['EVRI', 1])
  // What waits was added to what is kept.
  expect(folded).toBe(1)
  await fold()
  await is(['DPD', 1], ['EVRI', 1])
  await is(['DPD', 1], ['EVRI', 1])
  expect(folded).toBe(2)
  await add(3, 'DPD')
  await is(['DPD', 2], ['EVRI', 1])
  await on.rows(`update parcels set carrier = 'DPD' where client_code = $1 and tracking_number = 'T1'`)
  await is(['DPD', 3], ['EVRI', 0])
  await rebuildFacts(on.portal.database, parcelFacts)
  await is(['DPD', 3])
  // Many at once have it made once.
  await add(4, 'DPD')
  await fold()
  const before = folded
  const answers = await Promise.all(Array.from({ length: 8 }, asked))
  expect(answers).toEqual(Array.from({ length: 8 }, () => [{ carrier: 'DPD', parcels: 4 }]))
  expect(folded - before).toBeLessThan(8)
})
