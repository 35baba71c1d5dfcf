import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { waitUntilBlocked } from '../testing/wait-until-blocked.ts'
import type { SignedIn } from '../testing/test-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const FILES = ['A', 'B', 'C'].map((order) => csv([[order, 'MUG', 1, '9.50']]))

/** Calls as a client at once, and then many times a second until stopped. Settles after the first call. */
async function callMeanwhile(client: string): Promise<() => void> {
  const call = () => on.portal.database.transaction(async () => undefined, `client ${client}`)
  // Without it, feeds that begin before the first tick find no other caller.
  await call()
  const timer = setInterval(() => void call(), 50)
  return () => clearInterval(timer)
}

/** Sends three files at once while orders are locked. Returns how many wait for the lock at the same time, and the answers. */
async function feedHeldUp(many: number, as: SignedIn = on.me) {
  const { testDatabase } = on.portal
  await testDatabase.asOwner('begin')
  await testDatabase.asOwner('lock table orders in share mode')
  const fed = Promise.all(FILES.map((file) => on.feed(file, { as })))
  let most = 0
  try {
    await waitUntilBlocked(testDatabase, many)
    for (let looks = 0; looks < 10; looks++) {
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

test('three feeds of one user are written in turn while another client calls', async () => {
  const stop = await callMeanwhile('OTHER')
  const { most, read } = await feedHeldUp(1).finally(stop)
  expect(most).toBe(1)
  expect(read).toEqual(FILES.map(() => [200, 1]))
})

test('three feeds of one user are written in parallel while no other client calls', async () => {
  const { most } = await feedHeldUp(3)
  expect(most).toBe(3)
})

test('feeds of a new session do not wait for calls of the same client', async () => {
  const { client } = on.me
  const as = await makeSession(on.portal.testDatabase, { clients: [client] })
  const stop = await callMeanwhile(client)
  const { most } = await feedHeldUp(3, as).finally(stop)
  expect(most).toBe(3)
})

test('a feed sends heartbeats, one at a time, while its sender waits for a turn', async () => {
  const { testDatabase } = on.portal
  onTestFinished(await callMeanwhile('OTHER'))
  const asOwner = async (sql: string) => (await testDatabase.asOwner(sql))[0]
  const seenAt = async () => (await asOwner('select max(seen_at)::text as at from feed_runs'))?.['at']
  await asOwner('begin')
  await asOwner('lock table orders in share mode')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const fed = on.feed(csv([['D', 'MUG', 1, '9.50']]))
  await waitUntilBlocked(testDatabase)
  const begun = await seenAt()
  vi.advanceTimersByTime(20_000)
  await vi.waitFor(async () => expect(await seenAt()).not.toBe(begun))
  await asOwner('select from feed_runs for update')
  for (let tick = 0; tick < 3; tick++) {
    vi.advanceTimersByTime(20_000)
    await waitUntilBlocked(testDatabase, 2)
  }
  await sleep(50)
  const waiting =
    'select count(*)::int as many from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'
  expect(await asOwner(waiting)).toEqual({ many: 2 })
  await asOwner('commit')
  expect((await fed).summary).toMatchObject({ created: 1 })
})
