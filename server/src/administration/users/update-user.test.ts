import { contract } from '@despatch/contract/contract'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPassword } from '../../sign-in/password/password.ts'
import { knownUserTicket } from '../../sign-in/password/password-lanes.ts'
import { makeSession } from '../../testing/factories.ts'
import { newName, openPeople, type People } from '../../testing/people.ts'
import type { SignedIn } from '../../testing/test-portal.ts'

let people: People
/** A user of ACME with the small role. */
let id: string
beforeAll(async () => {
  people = await openPeople()
})
beforeEach(async () => {
  id = await people.person()
})
afterAll(() => people.portal.close())

const change = async (given: Record<string, unknown>, as: SignedIn = people.acme, whom = id) =>
  people.portal.call(contract.users.update, { body: await people.changed(whom, given) }, as)
const problems = (body: object) => (body as { fields?: { path: string; message: string }[] }).fields ?? []
const on = () => people.portal.testDatabase
const sessionOf = (whom: string) => makeSession(on(), { userId: Number(whom), client: 'ACME' })
const isIn = async (as: SignedIn) => (await people.portal.call(contract.users.version, {}, as)).status === 200

describe('a change', () => {
  test('is saved and answered, with a new version', async () => {
    const username = newName('Renamed')
    const { body } = await change({ username, first_name: 'Grace', email: '', active: true })
    expect(body).toMatchObject({
      message: DATA_UPDATED,
      user: { username, first_name: 'Grace', email: '', version: 2 },
    })
    expect(await people.row(id)).toMatchObject({ username, first_name: 'Grace', version: 2 })
  })

  test('audits only what changed, with personal data masked, even if masks are equal', async () => {
    await change({ first_name: 'Ada', last_name: 'Lovelace' })
    await change({ first_name: 'Anna', role: people.roles.acme })
    const [, second] = await people.history(id)
    expect(second).toMatchObject({ client_code: 'ACME', act: 'user.amended' })
    expect(second?.['before']).toMatchObject({ first_name: 'A•••', version: 2 })
    expect(second?.['after']).toMatchObject({ first_name: 'A•••', version: 3 })
    expect(Object.keys(second?.['after'] as object).toSorted()).toEqual(['first_name', 'role', 'version'])
  })

  test('against an old version is refused with the current one', async () => {
    await change({ first_name: 'Grace' })
    const { status, body } = await change({ first_name: 'Ada', version: 1 })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'version_conflict', message: expect.stringContaining('version 2') })
    expect(await people.row(id)).toMatchObject({ first_name: 'Grace', version: 2 })
  })

  test('of two at once against the same version one is refused', async () => {
    const statuses = await Promise.all(
      ['Ada', 'Grace'].map(async (first_name) => (await change({ first_name })).status),
    )
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  test('to a taken username is refused; to the own one in another case it works', async () => {
    const taken = newName('taken')
    await people.person({ username: taken, clients: ['BIRCH'] })
    const { status, body } = await change({ username: taken.toUpperCase() })
    expect([status, problems(body)[0]?.path]).toEqual([409, 'username'])
    const own = String((await people.row(id))?.['username'])
    expect((await change({ username: own.toUpperCase() })).status).toBe(200)
  })
})

describe('removed rights take effect at once', () => {
  test.each<[string, Record<string, unknown>]>([
    ['locking', { lock: true }],
    ['deactivating', { active: false }],
    ['a new temporary password', { password: 'a pair of brown boots' }],
  ])('%s ends sessions, sign-in steps and mailed links', async (_what, given) => {
    const session = await sessionOf(id)
    await on().asOwner(
      "insert into sign_in_steps (token_hash, user_id, step, created_at) values (sha256($2::text::bytea), $1, 'otp-validation', now())",
      [id, `step ${id}`],
    )
    await on().asOwner(
      "insert into password_links (token_hash, user_id, expires_at) values (sha256($2::text::bytea), $1, now() + interval '1 hour')",
      [id, `link ${id}`],
    )
    expect(await isIn(session)).toBe(true)
    expect((await change(given)).status).toBe(200)
    expect(await isIn(session)).toBe(false)
    for (const table of ['sessions', 'sign_in_steps', 'password_links'])
      expect(await on().asOwner(`select * from ${table} where user_id = $1`, [id]), table).toEqual([])
  })

  test('a temporary password replaces the current one; the audit says only that', async () => {
    await change({ password: 'a pair of brown boots' })
    const row = await people.row(id)
    expect(row?.['is_temporary_password']).toBe(true)
    expect(await isPassword('a pair of brown boots', String(row?.['password_hash']), knownUserTicket(0))).toBe(true)
    const [entry] = await people.history(id)
    expect(entry?.['after']).toMatchObject({ password: 'changed' })
    expect(JSON.stringify(entry)).not.toMatch(/boots|argon/)
  })

  test('a new email address ends links mailed to the old one, and keeps sessions', async () => {
    const session = await sessionOf(id)
    await on().asOwner(
      "insert into password_links (token_hash, user_id, expires_at) values (sha256($2::text::bytea), $1, now() + interval '1 hour')",
      [id, `old ${id}`],
    )
    await change({ email: 'someone.else@example.com' })
    expect(await on().asOwner('select * from password_links where user_id = $1', [id])).toEqual([])
    expect(await isIn(session)).toBe(true)
  })

  test('resetting the second factor removes it with its recovery codes', async () => {
    await on().asOwner("update users set otp_secret = 'sealed', otp_verified = true where user_id = $1", [id])
    await on().asOwner("insert into recovery_codes (user_id, code_hash) values ($1, 'hash')", [id])
    expect((await change({ resetSecondFactor: true })).body.user.otp_enabled).toBe(false)
    expect(await people.row(id)).toMatchObject({ otp_secret: null, otp_verified: false })
    expect(await on().asOwner('select * from recovery_codes where user_id = $1', [id])).toEqual([])
    expect((await people.history(id))[0]?.['after']).toMatchObject({ second_factor: 'reset' })
  })

  test('a new role applies to the next call of a live session', async () => {
    const administrator = await people.role({ type: 'Client Administrator' })
    const session = await sessionOf(id)
    const list = () => people.portal.call(contract.users.list, { query: {} }, session)
    expect((await list()).status).toBe(403)
    await change({ role: administrator })
    expect((await list()).status).toBe(200)
    await change({ role: people.roles.small })
    expect((await list()).status).toBe(403)
  })
})

test('a user who is let in without a password is mailed a link, once', async () => {
  const email = `${newName('late')}@example.com`
  await on().asOwner("update users set active = false, password_hash = '' where user_id = $1", [id])
  await change({ email, active: true })
  expect((await people.portal.mailTo(email)).text).toContain('/sign-in?reset=')
  await change({ email, first_name: 'Grace' })
  expect(await on().asOwner('select * from password_links where user_id = $1', [id])).toHaveLength(1)
})

describe('who may change whom', () => {
  test('another client’s user is not found, whatever the body', async () => {
    const theirs = await people.person({ clients: ['BIRCH'] })
    expect((await change({}, people.acme, theirs)).status).toBe(404)
    expect((await change({ version: 7 }, people.acme, theirs)).status).toBe(404)
    expect((await change({}, { ...people.acme, client: 'All_client' }, theirs)).status).toBe(404)
    expect((await change({}, { ...people.acme, client: 'BIRCH' }, theirs)).status).toBe(403)
    expect(await people.row(theirs)).toMatchObject({ version: 1 })
  })

  test('a user who also belongs to other clients can be seen, not changed', async () => {
    const shared = await people.person({ clients: ['BIRCH', 'ACME'] })
    const { status, body } = await change({ first_name: 'X' }, people.acme, shared)
    expect(status).toBe(403)
    expect((body as { message: string }).message).toContain('other clients')
    expect(JSON.stringify(body)).not.toContain('BIRCH')
    expect((await change({ first_name: 'X' }, people.both, shared)).status).toBe(200)
    expect((await people.history(shared))[0]?.['client_code']).toBe('BIRCH')
  })

  test('nor can a user of the caller’s other client, if that one withholds it', async () => {
    const shared = await people.person({ clients: ['ACME', 'BIRCH'] })
    const remove = () => people.portal.call(contract.users.remove, { query: { id: shared } }, people.both)
    await on().asOwner(`update clients set menu_options = '{}' where client_code = 'BIRCH'`)
    const statuses = [
      (await change({ lock: true }, people.both, shared)).status,
      (await change({ client: ['ACME'] }, { ...people.both, client: 'All_client' }, shared)).status,
      (await remove()).status,
    ]
    await on().asOwner(`update clients set menu_options = null where client_code = 'BIRCH'`)
    expect(statuses).toEqual([403, 403, 403])
    expect((await remove()).status).toBe(200)
  })

  test('a user who holds more cannot be changed, locked or given a password', async () => {
    const large = await people.person({ role: people.roles.large })
    for (const given of [
      { first_name: 'X' },
      { lock: true },
      { password: 'a pair of brown boots' },
      { role: people.roles.small },
    ]) {
      const { status, body } = await change(given, people.helper, large)
      expect([status, (body as { message: string }).message]).toEqual([
        403,
        expect.stringContaining('more than your own access'),
      ])
    }
    expect((await change({ lock: true }, people.acme, large)).status).toBe(200)
  })

  test('client administrators do not find internal users; the operator does, within any client', async () => {
    const internal = await people.person({ role: people.roles.internal, clients: [] })
    expect((await change({}, people.acme, internal)).status).toBe(404)
    expect((await change({}, { ...people.operator, client: 'ACME' }, internal)).status).toBe(200)
  })

  test('nobody can be moved to a client or role beyond the caller’s', async () => {
    expect((await change({ client: ['ACME', 'BIRCH'] })).status).toBe(403)
    expect((await change({ client: ['BIRCH'] })).status).toBe(403)
    expect((await change({ role: people.roles.birch })).status).toBe(403)
    expect((await change({ role: people.roles.internal, client: [] })).status).toBe(403)
    expect((await change({ client: [] })).status).toBe(400)
    expect(await people.row(id)).toMatchObject({ clients: ['ACME'], version: 1 })
  })

  test('an administrator of both clients moves users between them; the order counts', async () => {
    const { body } = await change({ client: ['BIRCH', 'ACME'] }, people.both)
    expect(body.user.client.map(({ code }) => code)).toEqual(['BIRCH', 'ACME'])
    expect((await change({ client: ['BIRCH'] }, people.both)).status).toBe(200)
    expect((await change({}, people.acme)).status).toBe(404)
  })

  test('a role that became inactive may stay, and cannot be given', async () => {
    const role = await people.role({ holds: () => false })
    const one = await people.person({ role })
    await on().asOwner('update roles set active = false where role_id = $1', [role])
    expect((await change({ first_name: 'X' }, people.acme, one)).status).toBe(200)
    expect(problems((await change({ role })).body)[0]?.path).toBe('role')
  })
})

describe('the caller’s own user', () => {
  const oneself = (given: Record<string, unknown>) => change(given, people.acme, String(people.acme.userId))
  test.each<[string, Record<string, unknown>]>([
    ['lock', { lock: true }],
    ['active', { active: false }],
    ['password', { password: 'a pair of brown boots' }],
    ['resetSecondFactor', { resetSecondFactor: true }],
  ])('cannot be changed in %s', async (path, given) => {
    const { status, body } = await oneself(given)
    expect([status, problems(body).map((problem) => problem.path)]).toEqual([400, [path]])
    expect(await isIn(people.acme)).toBe(true)
  })
  test('cannot be given another role', async () => {
    expect(problems((await oneself({ role: people.roles.small })).body)).toMatchObject([{ path: 'role' }])
  })
  test('can be renamed', async () => {
    expect((await oneself({ first_name: 'Grace' })).body.user.first_name).toBe('Grace')
  })
})
