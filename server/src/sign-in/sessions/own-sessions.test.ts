import { contract } from '@despatch/contract/contract'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeUser, PASSWORD } from '../../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { signIn, sessions, endOtherSessions, signOut, current } = contract.session
const MANAGE: LeafPath = 'setUpAndControl.userAdministration.manageUsers'
const LOGIN_STATUS: LeafPath = 'setUpAndControl.userAdministration.multipleUsers.userLoginStatus'
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const enter = async (username: string) => {
  const body = { username, password: PASSWORD }
  return (await portal.call(signIn, { body }, undefined, { 'user-agent': 'A browser/1.0' })).body.access_token
}
const listed = async (token: string) => (await portal.call(sessions, { query: {} }, { token })).body.sessions
const isIn = async (token: string) => (await portal.call(current, {}, { token })).status === 200

test('a user sees their own sessions, ends one, and all others', async () => {
  const { id, username } = await makeUser(portal.testDatabase)
  const [first, second, third] = [await enter(username), await enter(username), await enter(username)]
  const seen = await listed(third)
  expect(seen).toHaveLength(3)
  expect(seen.filter(({ isOwn }) => isOwn)).toHaveLength(1)
  expect(seen[0]).toMatchObject({ isOwn: true, address: '127.0.0.1', browser: 'A browser/1.0' })
  const oldest = seen.at(-1)?.session ?? ''
  await portal.call(signOut, { params: { id: String(id) }, query: { session: oldest } }, { token: third })
  expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, true, true])

  const ended = await portal.call(endOtherSessions, {}, { token: third })
  expect(ended.body).toEqual({ message: 'You are signed out everywhere else.', ended: 1 })
  expect([await isIn(second), await isIn(third)]).toEqual([false, true])
  expect((await portal.call(endOtherSessions, {}, { token: third })).body.ended).toBe(0)
})

test('a user has at most twenty sessions: a new one ends the least recently used', async () => {
  const { id, username } = await makeUser(portal.testDatabase)
  const tokens: string[] = []
  for (let count = 0; count < 20; count++) tokens.push(await enter(username))
  const [oldest = '', next = ''] = tokens
  await portal.testDatabase.asOwner(
    "update sessions set last_used_at = last_used_at - interval '10 minutes' where session_id = (select min(session_id) + 1 from sessions where user_id = $1)",
    [id],
  )
  const last = await enter(username)
  expect([await isIn(oldest), await isIn(next), await isIn(last)]).toEqual([true, false, true])
  expect(await listed(last)).toHaveLength(20)
})

test.each([
  ['who may edit users', (leaf: LeafPath) => leaf === MANAGE, 200],
  ['who may read the login status', (leaf: LeafPath, right: string) => leaf === LOGIN_STATUS && right !== 'Edit', 200],
  ['who may only read users', (leaf: LeafPath, right: string) => leaf === MANAGE && right !== 'Edit', 403],
  ['who may do neither', (leaf: LeafPath) => leaf !== MANAGE && leaf !== LOGIN_STATUS, 403],
])('another user’s sessions, for one %s', async (_who, holds, status) => {
  const [client, elsewhere] = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
  const user = await makeSession(portal.testDatabase, { clients: [client] })
  const stranger = await makeSession(portal.testDatabase, { clients: [elsewhere] })
  const caller = await makeSession(portal.testDatabase, { clients: [client], type: 'Client Administrator', holds })
  const of = (userId: number) => portal.call(sessions, { query: { user: String(userId) } }, caller)
  const answer = await of(user.userId)
  expect(answer.status).toBe(status)
  if (status === 200) expect(answer.body.sessions).toMatchObject([{ isOwn: false }])
  expect((await of(stranger.userId)).status).toBe(status === 200 ? 404 : 403)
  expect((await of(caller.userId)).status).toBe(200)
})
