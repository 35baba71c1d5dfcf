import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { removeExpired } from './housekeeping.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test('what has run out goes, what is in use stays', async () => {
  const { asOwner } = portal.testDatabase
  const session = await makeSession(portal.testDatabase)
  await makeSession(portal.testDatabase)
  await asOwner("update sessions set created_at = now() - interval '25 hours' where user_id = $1", [session.userId])
  await asOwner(
    `insert into idempotency_keys (client_code, user_id, key, call, request_hash, created_at)
     values ($1, 1, 'old', '/', '', now() - interval '8 days'), ($1, 1, 'new', '/', '', now())`,
    [session.client],
  )
  await asOwner(
    `insert into sign_in_failures values ('a', 3, now() - interval '25 hours', now()), ('b', 3, now(), now())`,
  )
  await removeExpired(portal.database, new Date())
  const [left] = await asOwner(
    `select (select count(*) from sessions)::int as sessions, (select count(*) from idempotency_keys)::int as keys,
            (select count(*) from sign_in_failures)::int as failures`,
  )
  expect(left).toEqual({ sessions: 1, keys: 1, failures: 1 })
})
