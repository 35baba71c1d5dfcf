import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { openPeople, type People } from '../../testing/people.ts'
import type { Answer, SignedIn } from '../../testing/test-portal.ts'

/**
 * Only an administrator can change the last administrator, and nobody can change themselves. So it takes two at once,
 * each changing the other, to leave none.
 */
let people: People
beforeAll(async () => {
  people = await openPeople()
  await people.portal.testDatabase.asOwner('update users set locked = true where user_id = $1', [
    people.operator.userId,
  ])
})
afterAll(() => people.portal.close())

type Caller = SignedIn & { userId: number }
type Send = (as: Caller) => Promise<Answer<unknown>>
/** Prepares the call against a user, with the user's current version. */
type Act = (whom: Caller) => Promise<Send>

const update =
  (given: Record<string, unknown>): Act =>
  async ({ userId }) => {
    const body = await people.changed(String(userId), given)
    return (as) => people.portal.call(contract.users.update, { body }, as)
  }
const acts: [string, Act][] = [
  ['lock', update({ lock: true })],
  ['deactivate', update({ active: false })],
  ['change the role of', async (whom) => update({ role: people.roles.internal })(whom)],
  [
    'give another role to',
    async ({ userId }) => {
      const body = { ids: [String(userId)], role: people.roles.internal }
      return (as) => people.portal.call(contract.users.giveRole, { body }, as)
    },
  ],
  [
    'delete',
    async ({ userId }) =>
      (as) =>
        people.portal.call(contract.users.remove, { query: { id: String(userId) } }, as),
  ],
]

test.each(acts)('two last administrators who %s each other at once: one stays', async (_what, act) => {
  const on = people.portal.testDatabase
  const make = async (): Promise<Caller> => ({
    ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })),
    client: 'All_client',
  })
  const [one, other] = [await make(), await make()]
  const ids = [one.userId, other.userId]
  const [toOne, toOther] = [await act(one), await act(other)]
  try {
    // Let both calls in; they wait for each other's rows.
    await on.asOwner('begin')
    await on.asOwner('select from users where user_id = any ($1) for update', [ids])
    const answers = Promise.all([toOne(other), toOther(one)])
    while ((await waiting()) < 2) await sleep(20)
    await on.asOwner('commit')
    const codes = (await answers).map(({ status, body }) => [status, (body as { code?: string }).code])
    expect(codes).toContainEqual([200, undefined])
    expect(codes).toContainEqual([409, 'in_use'])
    const left = await on.asOwner(
      `select user_id from users join roles using (role_id)
       where user_id = any ($1) and users.active and not locked and role_type = 'Internal Administrator'`,
      [ids],
    )
    expect(left).toHaveLength(1)
  } finally {
    await on.asOwner('delete from users where user_id = any ($1)', [ids])
  }
})

/** The number of calls that wait for a lock of another transaction. */
async function waiting(): Promise<number> {
  const on = people.portal.testDatabase
  await on.asOwner('select pg_stat_clear_snapshot()')
  const [row] = await on.asOwner(
    "select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return Number(row?.['count'])
}

test('with another administrator left, one can go', async () => {
  const on = people.portal.testDatabase
  await on.asOwner('update users set locked = false where user_id = $1', [people.operator.userId])
  const one = await makeSession(on, { clients: [], type: 'Internal Administrator' })
  expect((await (await update({ lock: true })(one))(people.operator)).status).toBe(200)
  expect((await people.row(String(one.userId)))?.['locked']).toBe(true)
})
