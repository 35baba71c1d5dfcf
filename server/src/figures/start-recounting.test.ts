import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { startRecounting } from './start-recounting.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
  for (const code of ['ACME', 'BIRCH']) await makeClient(portal.testDatabase, { code })
})
afterAll(() => portal.close())

const marks = async (kind: string) =>
  (
    await portal.testDatabase.asOwner('select distinct client_code from stale_days where kind = $1 order by 1', [kind])
  ).map(({ client_code }) => client_code)
const mark = (kind: string, days: number) =>
  portal.testDatabase.asOwner(
    `insert into stale_days (kind, client_code, day)
     select $1, client_code, date '2024-01-01' + n from clients cross join generate_series(1, $2::int) n`,
    [kind, days],
  )

test('two servers count years of marked days, and stop', async () => {
  await mark('parcel', 700)
  const stops = [1, 2].map(() => startRecounting(portal.database, { log: console }))
  await expect.poll(() => marks('parcel'), { timeout: 30_000 }).toEqual([])
  await Promise.all(stops.map((stop) => stop()))
  await mark('parcel', 1)
  expect(await marks('parcel')).toEqual(['ACME', 'BIRCH'])
})

test('a client whose figures cannot be counted holds up no other, and is named in the log', async () => {
  await portal.testDatabase.asOwner("alter table exception_facts add check (client_code <> 'ACME')")
  await portal.testDatabase.asOwner(
    `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at)
     select client_code, 'P', gen_random_uuid(), 'DPD', 'X', 'on_hold', '2026-03-01 12:00Z', now() from clients`,
  )
  const warned: object[] = []
  const stop = startRecounting(portal.database, { log: { warn: (about: object) => void warned.push(about) } })
  await expect.poll(() => marks('exception'), { timeout: 30_000 }).toEqual(['ACME'])
  await stop()
  expect(warned[0]).toMatchObject({ kind: 'exception', client: 'ACME' })
})
