import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stock } from '@despatch/contract/stock/stock'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeSession, makeSku } from '../../testing/factories.ts'
import { startServerProcess } from '../../testing/server-process.ts'
import type { TestDatabase } from '../../testing/test-database.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { openDatabase } from '../database.ts'
import { openServerClock } from './server-clock.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

let portal: TestPortal
let on: TestDatabase
let folder: string
beforeAll(async () => {
  portal = await openTestPortal()
  on = portal.testDatabase
  folder = await mkdtemp(join(tmpdir(), 'despatch-clock-'))
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

test.each([
  [400 * DAY + HOUR, 'the clock of this server is 400 days ahead of the database’s'],
  [DAY + MINUTE, 'the clock of this server is 1 day ahead of the database’s'],
  [3 * HOUR + MINUTE, 'the clock of this server is 3 hours ahead of the database’s'],
  [-(2 * MINUTE + 20_000), 'the clock of this server is 2 minutes behind the database’s'],
  [-40_000, undefined],
  [30_000, undefined],
])('a clock that is %i ms from the database’s: %s', async (apart, trouble) => {
  const database = openDatabase({ appUrl: on.appUrl })
  onTestFinished(() => database.close())
  let by = apart
  const clock = openServerClock(database, () => Date.now() + by)
  let done = 0
  const works = () => [
    clock.database.transaction(async () => void done++),
    clock.database.copying([], async () => void done++),
  ]
  const ended = await Promise.allSettled(works())
  expect(clock.trouble()).toBe(trouble)
  expect(ended.map(({ status }) => status)).toEqual(Array(2).fill(trouble === undefined ? 'fulfilled' : 'rejected'))
  expect(done).toBe(trouble === undefined ? 2 : 0)
  // As soon as the clock is right again.
  by = 0
  await Promise.all(works())
  expect(clock.trouble()).toBeUndefined()
})

const SHIFTED = `
const apart = Number(process.env.TEST_CLOCK_APART_MS)
globalThis.Date = class extends Date {
  constructor(...given) {
    if (given.length === 0) super(globalThis.Date.now())
    else super(...given)
  }
  static now() {
    return super.now() + apart
  }
}`

/** A server whose clock differs by this much from the database's, and its answers. */
async function startAt(apart: number) {
  const file = join(folder, 'shifted-clock.mjs')
  await writeFile(file, SHIFTED)
  const server = await startServerProcess(on, {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(file).href}`, TEST_CLOCK_APART_MS: String(apart) },
  })
  const answer = await fetch(`${server.url}/readyz`)
  return { server, said: `${answer.status} ${await answer.text()}` }
}

test('a server with a wrong clock says so in /readyz and ends nothing', async () => {
  const as = await makeSession(on)
  const SKU = await makeSku(on, { client: as.client })
  const headers = { access_token: as.token, client: as.client, 'content-type': 'text/csv' }
  const counted = `SKU,stockOnHand,asOf\n${SKU},9,2026-03-01\n`
  await fetch(`${portal.url}/api/feeds/stock`, { method: 'POST', headers, body: counted })
  const body = {
    sku: SKU,
    type: 'SELLABLE',
    purpose: 'promotion' as const,
    orderNumber: '',
    customerAccount: '',
    note: '',
  }
  for (const [pieces, days] of [
    [1, 30],
    [2, -2],
  ] as const) {
    expect(
      await portal.call(stock.addReservation, { body: { ...body, pieces, until: '2099-12-31' } }, as),
    ).toMatchObject({
      status: 200,
    })
    await on.asOwner('update stock_reservations set until_day = current_date + $1::int where pieces = $2', [
      days,
      pieces,
    ])
  }
  const ended = async () => (await on.asOwner('select from stock_reservations where ended_at is not null')).length

  const ahead = await startAt(400 * DAY)
  expect(ahead.said).toBe('503 not ready: the clock of this server is 400 days ahead of the database’s')
  expect((await fetch(`${ahead.server.url}/livez`)).status).toBe(200)
  await ahead.server.terminate()
  expect(await ended()).toBe(0)

  const right = await startAt(20_000)
  expect(right.said).toBe('200 ready')
  await expect.poll(ended, { timeout: MINUTE }).toBe(1)
  await right.server.kill()
})
