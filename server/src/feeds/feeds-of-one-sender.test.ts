import { setTimeout as sleep } from 'node:timers/promises'
import { feeds } from '@despatch/contract/feeds/feeds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { somebodyWaits } from '../testing/somebody-waits.ts'
import type { SignedIn } from '../testing/test-portal.ts'

let on: FeedPortal
let other: SignedIn
beforeAll(async () => {
  on = await openFeedPortal()
  other = await makeSession(on.portal.testDatabase)
})
afterAll(() => on.portal.close())

const FILES = ['A', 'B', 'C'].map((order) => csv([[order, 'MUG', 1, '9.50']]))

/** Sends three files at once while nobody can write orders; gives how many wait to write them at the same time, and the answers. */
async function feedHeldUp(given: { besideOthers: boolean; many: number }) {
  const { testDatabase } = on.portal
  const callOfOther = () => on.portal.call(feeds.mappings, {}, other)
  if (given.besideOthers) await callOfOther()
  await testDatabase.asOwner('begin')
  await testDatabase.asOwner('lock table orders in share mode')
  const fed = Promise.all(FILES.map((file) => on.feed(file)))
  let most = 0
  try {
    await somebodyWaits(testDatabase, given.many)
    // As long as the others call, no second one begins: a second without a call of theirs would let it.
    for (let calls = 0; calls < 10; calls++) {
      if (given.besideOthers) await callOfOther()
      const waiting = await testDatabase.asOwner(
        'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))',
      )
      most = Math.max(most, waiting.length)
      await sleep(25)
    }
  } finally {
    await testDatabase.asOwner('commit')
  }
  return { most, read: (await fed).map(({ status, summary }) => [status, summary.read]) }
}

test('three feeds of one user are written one at a time while another client calls', async () => {
  const { most, read } = await feedHeldUp({ besideOthers: true, many: 1 })
  expect(most).toBe(1)
  expect(read).toEqual(FILES.map(() => [200, 1]))
})

test('and beside each other while nobody else does', async () => {
  await sleep(1000)
  const { most } = await feedHeldUp({ besideOthers: false, many: 3 })
  expect(most).toBe(3)
})
