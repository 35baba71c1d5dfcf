import { addDays } from '@despatch/domain/calendar/day'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parcelFacts } from '../deliveries/parcels/parcel-facts.ts'
import { foldFacts, forgetChanges, rebuildFacts } from './facts.ts'
import { changesSince, type FactsPart, KeptFigures } from './kept-figures.ts'
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

/** Parcels by carrier; `told` hears of each statement over all that is folded. */
const byCarrier = (figures: KeptFigures, told?: () => void) =>
  inClients(on.portal.database, [on.me.client], (transaction) =>
    figures.rows(transaction, {
      name: 'test',
      clients: [on.me.client],
      facts: ['parcels'],
      of: [],
      statement: (part) => statementOf(part, told),
    }),
  )

function statementOf(part: FactsPart, told?: () => void) {
  if (part === 'folded') told?.()
  const tables = { folded: 'parcel_facts', waiting: 'parcel_deltas', all: 'parcel_known_facts' }
  const table = typeof part === 'object' ? changesSince('parcel_changes', 'parcels', part) : sql.table(tables[part])
  return sql<{ carrier: string; parcels: number }>`
    select carrier, sum(despatched)::int as parcels from ${table}
    where client_code = ${on.me.client} and despatched <> 0 group by carrier`
}

test('sums that are kept hold after every change, folded or not, and are read again only then', async () => {
  const figures = new KeptFigures()
  let folded = 0
  const asked = () => byCarrier(figures, () => folded++)
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
  // What was folded was added to it as well.
  expect(folded).toBe(1)
  await add(3, 'DPD')
  await is(['DPD', 2], ['EVRI', 1])
  await on.rows(`update parcels set carrier = 'DPD' where client_code = $1 and tracking_number = 'T1'`)
  await is(['DPD', 3], ['EVRI', 0])
  await rebuildFacts(on.portal.database, parcelFacts)
  await is(['DPD', 3])
  expect(folded).toBe(2)
  // Many at once have it made once.
  await add(4, 'DPD')
  await fold()
  const before = folded
  const answers = await Promise.all(Array.from({ length: 8 }, asked))
  expect(answers).toEqual(Array.from({ length: 8 }, () => [{ carrier: 'DPD', parcels: 4 }]))
  expect(folded).toBe(before)
})

test('sums are of one moment while parcels change, are folded, forgotten and rebuilt by chance', async () => {
  const { database } = on.portal
  const servers = [new KeptFigures(), new KeptFigures()]
  const carriers = ['DPD', 'EVRI', 'UPS', 'DHL', 'FEDEX']
  const any = <One>(of: readonly One[]) => of[Math.floor(Math.random() * of.length)] as One
  for (let number = 100; number < 130; number++) await add(number, any(carriers))
  const [counted] = await on.rows('select count(*)::int as parcels from parcels where client_code = $1')
  let isOver = false
  let reads = 0
  const until = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  // A parcel that is given to another carrier is never counted twice, and never missing.
  const read = async () => {
    const rows = await byCarrier(any(servers))
    expect(rows.reduce((sum, { parcels }) => sum + parcels, 0)).toBe(counted?.['parcels'])
    reads++
  }
  const change = async () => {
    for (let changes = 0; changes < 60; changes++) {
      const number = 100 + Math.floor(Math.random() * 30)
      // A carrier of its own: who changed something sees it at once, whatever others read at that moment.
      await on.rows(
        `update parcels set carrier = 'MINE${changes}' where client_code = $1 and tracking_number = 'T${number}'`,
      )
      expect(await byCarrier(any(servers))).toContainEqual({ carrier: `MINE${changes}`, parcels: 1 })
      await on.rows(
        `update parcels set carrier = '${any(carriers)}' where client_code = $1 and tracking_number = 'T${number}'`,
      )
    }
  }
  const others = [
    ...[1, 2, 3, 4].map(() => until(read)),
    until(() => foldFacts(database, [parcelFacts])),
    until(() => forgetChanges(database, any([0, 1, 1000]))),
    until(async () => {
      await rebuildFacts(database, parcelFacts)
      await sleep(200)
    }),
  ]
  try {
    await change()
  } finally {
    isOver = true
    await Promise.all(others)
  }
  expect(reads).toBeGreaterThan(10)
  const records = await on.rows(
    'select carrier, count(*)::int as parcels from parcels where client_code = $1 group by carrier order by carrier',
  )
  for (const server of servers)
    expect((await byCarrier(server)).filter(({ parcels }) => parcels !== 0)).toEqual(records)
})
