import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeRole, makeUser, PASSWORD } from '../../testing/factories.ts'
import { withProcessorTime } from '../../testing/processor-time.ts'
import { openTestPortal, type TestPortal, refusalOf } from '../../testing/test-portal.ts'
import { hashPassword } from './password.ts'

const { signIn, current } = contract.session
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())
// All tests come from one address: failures of one must not block the next.
beforeEach(() => portal.testDatabase.asOwner('delete from sign_in_failures'))

const attempt = (username: string, password = PASSWORD) => portal.call(signIn, { body: { username, password } })
/** Ends the waits of all names and networks. */
const waitIsOver = () =>
  portal.testDatabase.asOwner("update sign_in_failures set blocked_until = now() - interval '1 second'")
const WRONG_CREDENTIALS = {
  status: 401,
  body: { code: 'sign_in_failed', message: 'Wrong username or password.' },
}

test('the right password opens a session and answers exactly the specification’s fields', async () => {
  const { id, username } = await makeUser(portal.testDatabase)
  const answer = await attempt(username)
  expect(answer.body).toEqual({
    _id: String(id),
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    isTemporaryPasswordReset: true,
    mfa_required: false,
    otp_enabled: false,
    otp_verified: false,
  })
  expect((await portal.call(current, {}, { token: answer.body.access_token })).body).toMatchObject({ username })
  const [kept] = await portal.testDatabase.asOwner('select last_login from users where user_id = $1', [id])
  expect(kept?.['last_login']).toBeInstanceOf(Date)
})

test('usernames match in any case and with spaces around; passwords match exactly', async () => {
  const { username } = await makeUser(portal.testDatabase)
  expect((await attempt(` ${username.toUpperCase()} `)).status).toBe(200)
  for (const password of [` ${PASSWORD}`, PASSWORD.toUpperCase(), PASSWORD.slice(0, -1)])
    expect(await attempt(username, password)).toMatchObject(WRONG_CREDENTIALS)
})

test.each(["password_hash = password_hash || ' '", 'locked = true', 'active = false'])(
  'a user changed (%s) while the password is checked is not let in',
  async (change) => {
    const on = portal.testDatabase
    const { id, username } = await makeUser(on)
    const isWaited = async () =>
      (await on.asOwner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
        .length > 0
    await on.asOwner('begin')
    await on.asOwner(`update users set ${change} where user_id = $1`, [id])
    const attempted = attempt(username)
    await expect.poll(isWaited).toBe(true)
    await on.asOwner('commit')
    expect(await attempted).toMatchObject(WRONG_CREDENTIALS)
    expect(await on.asOwner('select from sessions where user_id = $1', [id])).toEqual([])
  },
)

test('a temporary password is reported until it is replaced', async () => {
  const { id, username } = await makeUser(portal.testDatabase)
  await portal.testDatabase.asOwner('update users set is_temporary_password = true where user_id = $1', [id])
  expect((await attempt(username)).body).toMatchObject({ isTemporaryPasswordReset: false })
})

test('a wrong name and a wrong password are answered alike, also for inactive users', async () => {
  const on = portal.testDatabase
  const [right, inactive, locked, without] = [
    await makeUser(on),
    await makeUser(on),
    await makeUser(on),
    await makeUser(on),
  ]
  await on.asOwner('update users set locked = true where user_id = $1', [locked.id])
  await on.asOwner("update users set password_hash = '' where user_id = $1", [without.id])
  await on.asOwner('update users set active = false where user_id = $1', [inactive.id])
  const roleId = await makeRole(on)
  await on.asOwner('update roles set active = false where role_id = $1', [roleId])
  const ofInactiveRole = await makeUser(on, { roleId })
  const answers = [
    await attempt('nobody.at.all'),
    await attempt(right.username, 'wrong'),
    await attempt(inactive.username, 'wrong'),
    await attempt(locked.username, 'wrong'),
    await attempt(without.username),
    await attempt(ofInactiveRole.username, 'wrong'),
  ]
  const told = answers.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
  for (const each of told) expect(each).toEqual({ status: 401, body: { ...WRONG_CREDENTIALS.body, requestId: '' } })
  for (const { username } of [inactive, locked, ofInactiveRole])
    expect(await attempt(username), 'the right password').toMatchObject({
      status: 401,
      body: { code: 'sign_in_failed', message: expect.stringContaining('locked or inactive') },
    })
})

test('a wrong name, and an inactive user, take as long as a wrong password', async () => {
  const { username } = await makeUser(portal.testDatabase)
  const locked = await makeUser(portal.testDatabase)
  const without = await makeUser(portal.testDatabase)
  // With the portal's parameters: the test factories hash faster.
  await portal.testDatabase.asOwner('update users set password_hash = $1', [await hashPassword(PASSWORD)])
  await portal.testDatabase.asOwner('update users set locked = true where user_id = $1', [locked.id])
  await portal.testDatabase.asOwner("update users set password_hash = '' where user_id = $1", [without.id])
  await attempt(username)
  const quickest = { known: Infinity, unknown: Infinity, locked: Infinity, without: Infinity }
  for (let run = 0; run < 5; run++) {
    for (const [which, name] of [
      ['known', username],
      ['unknown', `nobody.${run}`],
      ['locked', locked.username],
      ['without', without.username],
    ] as const) {
      await portal.testDatabase.asOwner('delete from sign_in_failures')
      const { ms } = await withProcessorTime(() => attempt(name, 'wrong'))
      // Take the fastest of many, alternating: other work of the process only adds time.
      quickest[which] = Math.min(quickest[which], ms)
    }
  }
  // Hashing takes some 60 ms; without it the time would be a tenth.
  for (const which of ['unknown', 'locked', 'without'] as const) {
    expect(quickest[which] / quickest.known, which).toBeGreaterThan(0.4)
    expect(quickest[which] / quickest.known, which).toBeLessThan(2.5)
  }
})

describe('the rising delay', () => {
  test('three failures are free, then waits grow, whether the name exists or not', async () => {
    for (const name of [(await makeUser(portal.testDatabase)).username, 'nobody.with.a.name']) {
      await portal.testDatabase.asOwner('delete from sign_in_failures')
      for (let failure = 1; failure <= 3; failure++)
        expect(await attempt(name, 'wrong')).toMatchObject(WRONG_CREDENTIALS)
      for (const seconds of [2, 4, 8, 16]) {
        await waitIsOver()
        expect(await attempt(name, 'wrong')).toMatchObject(WRONG_CREDENTIALS)
        const refused = await attempt(name)
        expect(refused).toMatchObject({
          status: 429,
          body: { code: 'too_many_attempts', message: expect.stringMatching(/^Too many attempts\. Try again in /) },
        })
        const wait = refusalOf(refused).retryAfterSeconds
        expect(wait).toBeGreaterThan(seconds - 2)
        expect(wait).toBeLessThanOrEqual(seconds)
        expect(refused.headers.get('retry-after')).toBe(String(wait))
      }
    }
  })

  test('is at most a quarter of an hour', async () => {
    const { username } = await makeUser(portal.testDatabase)
    await attempt(username, 'wrong')
    await portal.testDatabase.asOwner("update sign_in_failures set failures = 45 where scope = 'network'")
    await attempt(username, 'wrong')
    expect(Number((await attempt(username)).headers.get('retry-after'))).toBeLessThanOrEqual(900)
    expect(Number((await attempt(username)).headers.get('retry-after'))).toBeGreaterThan(890)
  })

  test('the right password clears its name at this network, and one shared failure', async () => {
    const { username } = await makeUser(portal.testDatabase)
    for (let failure = 1; failure <= 4; failure++) await attempt(username, 'wrong')
    await waitIsOver()
    expect((await attempt(username)).status).toBe(200)
    const left = await portal.testDatabase.asOwner('select scope, failures from sign_in_failures order by scope')
    expect(left).toEqual([
      { scope: 'everywhere', failures: 4 },
      { scope: 'names', failures: 0 },
    ])
    expect(await attempt(username, 'wrong')).toMatchObject(WRONG_CREDENTIALS)
  })

  test('many failing names block their network’s newcomers in the end', async () => {
    await attempt('someone', 'wrong')
    await portal.testDatabase.asOwner("update sign_in_failures set failures = 50 where scope = 'names'")
    expect(await attempt('someone.else', 'wrong')).toMatchObject(WRONG_CREDENTIALS)
    expect(await attempt('yet.someone.else', 'wrong')).toMatchObject({ status: 429 })
  })

  test('a network forgets one name every ten minutes, even under steady use', async () => {
    const change = (what: string) =>
      portal.testDatabase.asOwner(`update sign_in_failures set ${what} where scope = 'names'`)
    const failures = async () =>
      (await portal.testDatabase.asOwner("select failures from sign_in_failures where scope = 'names'"))[0]?.[
        'failures'
      ]
    await attempt('someone', 'wrong')
    await change("failures = 60, last_failed_at = last_failed_at - interval '121 minutes'")
    expect(await attempt('someone.else', 'wrong')).toMatchObject(WRONG_CREDENTIALS)
    expect(await failures()).toBe(60 - 12 + 1)
    await change('failures = 40')
    for (let round = 1; round <= 3; round++) {
      await change("last_failed_at = last_failed_at - interval '4 minutes'")
      await attempt(`someone.${round}`, 'wrong')
    }
    expect(await failures()).toBe(40 + 3 - 1)
  })

  test('a right password blocks nobody at its network', async () => {
    const { username } = await makeUser(portal.testDatabase)
    await attempt('someone', 'wrong')
    await portal.testDatabase.asOwner("update sign_in_failures set failures = 55 where scope = 'names'")
    for (let round = 0; round < 3; round++) expect((await attempt(username)).status).toBe(200)
  })

  test('simultaneous attempts cannot evade the limit', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('a.target', 'wrong')))
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(4)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(16)
  })

  test('unknown names are stored as hashes, networks readably only if shared', async () => {
    await attempt('a.password.typed.here', 'wrong')
    const rows = await portal.testDatabase.asOwner(
      "select encode(subject, 'escape') as subject, user_id, scope, network from sign_in_failures",
    )
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/password/)
    expect(rows.filter(({ network }) => network !== '').map(({ scope }) => scope)).toEqual(['names'])
  })
})

test('tokens and passwords are stored as hashes only', async () => {
  const { id, username } = await makeUser(portal.testDatabase)
  const { access_token } = (await attempt(username)).body
  const kept = await portal.testDatabase.asOwner("select encode(token_hash, 'escape') as hash from sessions")
  expect(JSON.stringify(kept)).not.toContain(access_token)
  const body = { password: 'a pair of new boots', currentPassword: PASSWORD }
  expect((await portal.call(contract.session.resetPassword, { body }, { token: access_token })).status).toBe(200)
  const [user] = await portal.testDatabase.asOwner('select password_hash from users where user_id = $1', [id])
  expect(user?.['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('signing in is audited under the user’s first client, for internal users under none', async () => {
  const clients = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
  const user = await makeUser(portal.testDatabase, { clients })
  const internal = await makeUser(portal.testDatabase, { clients: [clients[0] ?? ''], type: 'Internal User' })
  for (const { username } of [user, internal]) await attempt(username)
  const rows = await portal.testDatabase.asOwner(
    "select client_code, by_name, record from audit where act = 'session.signed-in' and user_id = any ($1) order by audit_id",
    [[user.id, internal.id]],
  )
  expect(rows).toEqual([
    { client_code: clients[0], by_name: user.username, record: `user:${user.id}` },
    { client_code: '', by_name: internal.username, record: `user:${internal.id}` },
  ])
})
