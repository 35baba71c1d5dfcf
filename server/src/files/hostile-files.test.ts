import { setTimeout as sleep } from 'node:timers/promises'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { feeds } from '@despatch/contract/feeds/feeds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadHolidays } from '../administration/clients/published-holidays.ts'
import { makeSession } from '../testing/factories.ts'
import { type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { type HostileFile, hostileFiles } from '../testing/hostile-files.ts'
import { measureLongestTurn } from '../testing/longest-turn.ts'
import { postFromThread } from '../testing/network/post-from-thread.ts'
import type { SignedIn } from '../testing/test-portal.ts'

let on: FeedPortal
let other: SignedIn
beforeAll(async () => {
  on = await openFeedPortal()
  // As the server does at start.
  await loadHolidays()
  other = await makeSession(on.portal.testDatabase)
})
afterAll(() => on.portal.close())

const MB = 1_000_000
/** `npm run test:hostile` sends files of full size, which takes minutes of processor time, mostly in PostgreSQL. */
const IS_FULL = process.env['HOSTILE_FILES'] === 'full'
const SIZE = IS_FULL ? MB / 6 : MB / 24
const TAKEN_ROWS = IS_FULL ? 10_000 : 1000
/** Reading and checking may block the event loop for 50 ms; the longest turn also has work of the other client. */
const LONGEST_TURN = 100
/** Files that are hostile within one row. */
const ROW_OF_A_MEGABYTE = /million|endless|a row of|a cell of|within a cell|never closed/
const SOME = new Set(['blank lines', 'rows of one letter', 'quotes in every row', 'objects that are closed only'])

/** Prepares a file to be sent from another thread, so that building and sending it is not work of the server. */
function readyToSend({ type, pieces }: HostileFile, feed: Feed, size: number) {
  return postFromThread({
    url: `${on.portal.url}/api/feeds/${feed}`,
    headers: { access_token: on.me.token, client: on.me.client, 'content-type': type },
    pieces: [...pieces(size)],
  })
}

/** Calls as another client, one call after the other, until stopped. Every call must succeed. */
function callMeanwhile(): () => Promise<void> {
  let isOver = false
  const calling = (async () => {
    do {
      const { status } = await on.portal.call(feeds.mappings, {}, other)
      expect(status).toBe(200)
      // A file takes some hundred milliseconds, so several calls run beside it.
      await sleep(25)
    } while (!isOver)
  })()
  return async () => {
    isOver = true
    await calling
  }
}

/**
 * Sends a file while another client calls. Returns its answer; fails if the event loop or the other client was blocked.
 */
async function sendBesideOthers(file: HostileFile, feed: Feed, size: number) {
  const send = await readyToSend(file, feed, size)
  const othersCalled = callMeanwhile()
  const longestTurn = measureLongestTurn()
  const answer = await send()
  const turn = longestTurn()
  // First, so that no call is still running if the next assertion fails.
  await othersCalled()
  expect(turn).toBeLessThan(LONGEST_TURN)
  return answer
}

describe('a hostile file blocks nobody', () => {
  test.each(hostileFiles(['orderNumber', 'SKU', 'quantity', 'orderDate']))('of orders: $title', async (file) => {
    const { status } = await sendBesideOthers(file, 'orders', ROW_OF_A_MEGABYTE.test(file.title) ? MB : SIZE)
    expect([200, 422]).toContain(status)
  })
  const events = hostileFiles(['trackingNumber', 'carrier', 'code', 'occurredAt'])
  test.each(events.filter(({ title }) => SOME.has(title)))('of delivery events: $title', async (file) => {
    const { status } = await sendBesideOthers(file, 'delivery-events', SIZE)
    expect(status).toBe(200)
  })
})

test('blank lines are skipped, and counted', async () => {
  const fed = await on.feedRows('stock', `SKU,stockOnHand\n${'\n'.repeat(1000)}MUG,4\n,\n\n`)
  expect(fed.summary).toMatchObject({ read: 1, created: 1, refused: 0 })
  expect(fed.summary.noted).toMatchObject({ 'Blank lines, skipped': 1002 })
})

test('a file with more columns than the feed allows is refused with their number', async () =>
  expect(await on.feed(`orderNumber,SKU,quantity${',x'.repeat(1_000)}\n`)).toMatchObject({
    status: 422,
    message: 'The file has 1,003 columns: a feed has at most 1,000. Check the first line and its separators.',
  }))

test('valid rows block nobody either', async () => {
  const rows = (title: string, header: string, row: (at: number) => string): HostileFile => ({
    title,
    type: 'text/csv',
    *pieces(count) {
      yield Buffer.from(header)
      for (let at = 0; at < count; at += 500)
        yield Buffer.from(Array.from({ length: 500 }, (_, more) => `\n${row(at + more)}`).join(''))
    },
  })
  const files = [
    [rows('orders', 'orderNumber,SKU,quantity,orderDate', (at) => `V${at >> 3},S${at % 90},1,2026-03-03`), 'orders'],
    [rows('despatches', 'orderNumber,trackingNumber,carrier', (at) => `V${at >> 3},T${at},DPD`), 'despatches'],
    [
      rows(
        'returns',
        'returnReference,orderNumber,SKU,quantity,event',
        (at) => `R${at},V${at >> 3},S${at % 90},1,Received`,
      ),
      'returns',
    ],
  ] as const
  for (const [file, feed] of files) {
    const { start } = await sendBesideOthers(file, feed, TAKEN_ROWS)
    expect(start).toContain(`"read":${TAKEN_ROWS},"created":${TAKEN_ROWS}`)
  }
})
