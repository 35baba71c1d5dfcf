import { contract } from '@despatch/contract/contract'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { signOut, current } = contract.session
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

const sql = (text: string, values?: unknown[]) => portal.testDatabase.asOwner(text, values)
const session = (given: Parameters<typeof makeSession>[1]) => makeSession(portal.testDatabase, given)
const end = (as: SignedIn, userId: number, named?: string) =>
  portal.call(signOut, { params: { id: String(userId) }, query: named === undefined ? {} : { session: named } }, as)
const isIn = async (as: SignedIn) => (await portal.call(current, {}, { token: as.token })).status === 200
const idOf = async ({ token }: SignedIn) => {
  const [row] = await sql('select session_id from sessions where token_hash = sha256($1::text::bytea)', [token])
  return String(row?.['session_id'])
}
const userOf = (as: { userId: number; client: string }) => ({ userId: as.userId, client: as.client })

describe('the caller’s own sessions', () => {
  test('another own session is ended by its id, and this one stays', async () => {
    const here = await session({})
    const there = await session(userOf(here))
    expect(await end(here, here.userId, await idOf(there))).toMatchObject({
      status: 200,
      body: { message: 'Session ended.' },
    })
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await end(here, here.userId, await idOf(here))).toMatchObject({ body: { message: 'You are signed out.' } })
    expect(await isIn(here)).toBe(false)
  })

  test('another user’s session is not found under the own id', async () => {
    const [here, theirs] = [await session({}), await session({})]
    expect(await end(here, here.userId, await idOf(theirs))).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await isIn(theirs)).toBe(true)
  })
})

describe('an administrator', () => {
  test('ends all sessions and sign-in steps of a user, audited under the client', async () => {
    const client = await makeClient(portal.testDatabase)
    const administrator = await session({ clients: [client], type: 'Client Administrator' })
    const user = await session({ clients: [client] })
    const second = await session(userOf(user))
    await sql("insert into sign_in_steps values ('step', $1, 'otp-validation', 0, now())", [user.userId])
    expect((await end(administrator, user.userId)).body.message).toMatch(/ is signed out\.$/)
    expect([await isIn(user), await isIn(second), await isIn(administrator)]).toEqual([false, false, true])
    expect(await sql('select from sign_in_steps where user_id = $1', [user.userId])).toEqual([])
    const rows = await sql('select act, user_id, record, after from audit where client_code = $1', [client])
    expect(rows).toEqual([
      {
        act: 'session.ended',
        user_id: String(administrator.userId),
        record: `user:${user.userId}`,
        after: { sessions: 2 },
      },
    ])
    expect((await end(administrator, user.userId)).body.message).toMatch(/ was not signed in\.$/)
  })

  test('ends the named session of that user only', async () => {
    const client = await makeClient(portal.testDatabase)
    const administrator = await session({ clients: [client], type: 'Client Administrator' })
    const user = await session({ clients: [client] })
    const other = await session(userOf(user))
    expect((await end(administrator, user.userId, await idOf(other))).status).toBe(200)
    expect([await isIn(user), await isIn(other)]).toEqual([true, false])
    expect(await end(administrator, user.userId, await idOf(administrator))).toMatchObject({ status: 404 })
    expect(await isIn(administrator)).toBe(true)
  })

  test('an internal one ends anyone’s sessions', async () => {
    const internal = await session({ clients: [], type: 'Internal Administrator' })
    const [user, colleague] = [await session({}), await session({ clients: [], type: 'Internal User' })]
    for (const each of [user, colleague]) {
      expect((await end(internal, each.userId)).status).toBe(200)
      expect(await isIn(each)).toBe(false)
    }
  })

  test('of another client finds neither the user nor internal users', async () => {
    const administrator = await session({ type: 'Client Administrator' })
    for (const other of [await session({}), await session({ clients: [], type: 'Internal User' })]) {
      expect(await end(administrator, other.userId)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(await end(administrator, other.userId, await idOf(other))).toMatchObject({ status: 404 })
      expect(await isIn(other)).toBe(true)
    }
  })

  test('of one of a user’s two clients may not', async () => {
    const [one, two] = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
    const administrator = await session({ clients: [one], type: 'Client Administrator' })
    const user = await session({ clients: [one, two] })
    expect(await end(administrator, user.userId)).toMatchObject({ status: 403, body: { code: 'unauthorized_access' } })
    expect(await isIn(user)).toBe(true)
  })

  test('of two clients, one withholding it, may for the other’s users only', async () => {
    const [open, closed] = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
    await sql("update clients set menu_options = '{}' where client_code = $1", [closed])
    for (const clients of [
      [open, closed],
      [closed, open],
    ]) {
      const administrator = await session({ clients, type: 'Client Administrator' })
      const [here, there, both] = [
        await session({ clients: [open] }),
        await session({ clients: [closed] }),
        await session({ clients }),
      ]
      expect((await end(administrator, here.userId)).status).toBe(200)
      expect((await end(administrator, there.userId)).status).toBe(404)
      expect((await end(administrator, both.userId)).status).toBe(403)
      expect([await isIn(here), await isIn(there), await isIn(both)]).toEqual([false, true, true])
    }
  })

  const LOGIN_STATUS: LeafPath = 'setUpAndControl.userAdministration.multipleUsers.userLoginStatus'
  const MANAGE: LeafPath = 'setUpAndControl.userAdministration.manageUsers'

  test.each([
    ['Login status, Edit', (leaf: LeafPath) => leaf === LOGIN_STATUS, 200],
    ['Manage users, Edit', (leaf: LeafPath) => leaf === MANAGE, 200],
    ['Login status, Read Only', (leaf: LeafPath, right: string) => leaf === LOGIN_STATUS && right !== 'Edit', 403],
    ['everything else', (leaf: LeafPath) => leaf !== LOGIN_STATUS && leaf !== MANAGE, 403],
  ])('holding %s', async (_what, holds, status) => {
    const client = await makeClient(portal.testDatabase)
    const caller = await session({ clients: [client], type: 'Client Administrator', holds })
    const user = await session({
      clients: [client],
      roleId: await makeRole(portal.testDatabase, { holds: () => false }),
    })
    expect((await end(caller, user.userId)).status).toBe(status)
    expect(await isIn(user)).toBe(status !== 200)
  })

  test('may not end sessions of users who hold more; the message names the excess', async () => {
    const client = await makeClient(portal.testDatabase)
    const caller = await session({ clients: [client], holds: (leaf) => leaf === MANAGE })
    const user = await session({ clients: [client] })
    const administrator = await session({ clients: [client], type: 'Client Administrator', holds: () => false })
    expect(await end(caller, user.userId)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/more than your own access: .* and \d+ more\.$/) },
    })
    expect(await end(caller, administrator.userId)).toMatchObject({ status: 403 })
    expect([await isIn(user), await isIn(administrator)]).toEqual([true, true])
  })
})
