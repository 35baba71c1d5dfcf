import { contract } from '@despatch/contract/contract'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openLog } from '../../process/log.ts'
import { makeClient, makeRole, makeSession, makeUser, PASSWORD } from '../../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { signIn, generateOneTimeCodes, verifyOneTimeCode, validateOneTimeCode, current, views } = contract.session
let portal: TestPortal
const logged: string[] = []
beforeAll(async () => {
  portal = await openTestPortal({ log: openLog({ write: (line) => void logged.push(line) }) })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await sql('delete from sign_in_failures')
  // Freeze the time: no code may expire between being made and entered, and no wait may end.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  return () => void vi.useRealTimers()
})

const sql = (text: string, values?: unknown[]) => portal.testDatabase.asOwner(text, values)
const signedIn = async (username: string) =>
  (await portal.call(signIn, { body: { username, password: PASSWORD } })).body
const begin = (token: string) => portal.call(generateOneTimeCodes, {}, { token })
const verify = (token: string, code: string) => portal.call(verifyOneTimeCode, { body: { code } }, { token })
const validate = (token: string, code: string) => portal.call(validateOneTimeCode, { body: { code } }, { token })
const waitIsOver = () => sql("update sign_in_failures set blocked_until = now() - interval '1 hour'")
/** The app's code, in a number of 30 s steps from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
const confirm = (token: string, password = PASSWORD) =>
  portal.call(contract.session.confirmPassword, { body: { password } }, { token })
/** A six-digit code that is wrong now and in the steps around. */
const wrongCodeOf = (secret: string) => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? ''
}
const ENDED = { status: 401, body: { code: 'session_expired' } }
const WRONG = { status: 400, body: { code: 'validation_failed', fields: [{ path: 'code' }] } }

/** A user whose role demands a second factor. */
const makeDemanded = async () => {
  const roleId = await makeRole(portal.testDatabase)
  await sql('update roles set mfa_required = true where role_id = $1', [roleId])
  return makeUser(portal.testDatabase, { roleId })
}
/** A user who has registered it, with the code of the previous step, so that the current one is still unused. */
const makeRegistered = async () => {
  const user = await makeDemanded()
  const step = (await signedIn(user.username)).access_token
  const secret = (await begin(step)).body.base32
  const { status, body } = await verify(step, codeOf(secret, -1))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...user, secret, recoveryCodes: body.recoveryCodes, token: body.access_token }
}

describe('registration', () => {
  test('as specification 4 says: demanded, registered, signed in', async () => {
    const { id, username } = await makeDemanded()
    const first = await signedIn(username)
    expect(first).toMatchObject({ mfa_required: true, otp_enabled: false, otp_verified: false })
    const begun = await begin(first.access_token)
    expect(begun.body).toEqual({
      base32: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_url: `otpauth://totp/Despatch:${username}?secret=${begun.body.base32}&issuer=Despatch`,
    })
    const done = await verify(first.access_token, codeOf(begun.body.base32))
    expect(done.body).toEqual({
      _id: String(id),
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Two-Factor Auth Enabled Successfully!',
      otp_enabled: true,
      otp_verified: true,
      recoveryCodes: Array.from({ length: 10 }, () =>
        expect.stringMatching(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/),
      ),
    })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    expect((await portal.call(current, {}, { token: done.body.access_token })).body).toMatchObject({
      otp_enabled: true,
      mfa_required: true,
    })
    expect(await verify(first.access_token, codeOf(begun.body.base32, 1))).toMatchObject(ENDED)
    expect(await signedIn(username)).toMatchObject({ mfa_required: true, otp_enabled: true, otp_verified: true })
  })

  test('a client of the user can demand it as well', async () => {
    const client = await makeClient(portal.testDatabase)
    const user = await makeUser(portal.testDatabase, { clients: [await makeClient(portal.testDatabase), client] })
    expect(await signedIn(user.username)).toMatchObject({ mfa_required: false })
    await sql('update clients set mfa_required = true where client_code = $1', [client])
    expect(await signedIn(user.username)).toMatchObject({ mfa_required: true })
  })

  test('the step’s token opens nothing else, and ends with a new sign-in or fifteen minutes', async () => {
    const { id, username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    expect(await portal.call(current, {}, { token })).toMatchObject(ENDED)
    expect(await portal.call(views, { query: { table: 'orders' } }, { token })).toMatchObject(ENDED)
    const { access_token: later } = await signedIn(username)
    expect(await begin(token)).toMatchObject(ENDED)
    expect((await begin(later)).status).toBe(200)
    await sql("update sign_in_steps set created_at = created_at - interval '16 minutes' where user_id = $1", [id])
    expect(await begin(later)).toMatchObject(ENDED)
  })

  test('locking a user ends their step at once', async () => {
    const { id, username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    await sql('update users set locked = true where user_id = $1', [id])
    expect(await begin(token)).toMatchObject(ENDED)
  })

  test('a signed-in user registers voluntarily, keeps the token, and is asked from then on', async () => {
    const user = await makeUser(portal.testDatabase)
    const { access_token: token } = await signedIn(user.username)
    await confirm(token)
    const { base32 } = (await begin(token)).body
    expect(await verify(token, wrongCodeOf(base32))).toMatchObject(WRONG)
    const done = await verify(token, ` ${codeOf(base32).slice(0, 3)} ${codeOf(base32).slice(3)} `)
    expect(done.body.access_token).toBe(token)
    expect((await portal.call(current, {}, { token })).status).toBe(200)
    expect(await signedIn(user.username)).toMatchObject({ mfa_required: true, otp_verified: true })
  })

  test('within a session it needs the password first, for a while, in that session only', async () => {
    const user = await makeUser(portal.testDatabase)
    const [one, other] = [await signedIn(user.username), await signedIn(user.username)]
    const message = 'Enter your password again to continue.'
    // On a field that neither call has: this tells the form to ask for the password.
    const asked = { status: 422, body: { message, fields: [{ path: 'password', message }] } }
    expect(await begin(one.access_token)).toMatchObject(asked)
    expect(await confirm(one.access_token, 'wrong')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'password', message: 'This is not your current password' }] },
    })
    expect(await begin(one.access_token)).toMatchObject(asked)
    expect((await confirm(one.access_token)).status).toBe(200)
    expect(await begin(other.access_token)).toMatchObject(asked)
    const { base32 } = (await begin(one.access_token)).body
    // Another session cannot finish it, and nobody can finish it later.
    expect(await verify(other.access_token, codeOf(base32))).toMatchObject(asked)
    await sql("update sessions set password_confirmed_at = password_confirmed_at - interval '11 minutes'")
    expect(await verify(one.access_token, codeOf(base32))).toMatchObject(asked)
    expect(await begin(one.access_token)).toMatchObject(asked)
    expect((await confirm(one.access_token)).status).toBe(200)
    expect((await verify(one.access_token, codeOf(base32))).status).toBe(200)
  })

  test('wrong passwords within a session count as failed sign-ins; sign-in steps confirm nothing', async () => {
    const { access_token: token } = await signedIn((await makeUser(portal.testDatabase)).username)
    for (let time = 1; time <= 4; time++) expect(await confirm(token, 'wrong')).toMatchObject({ status: 400 })
    expect(await confirm(token)).toMatchObject({ status: 429 })
    const step = (await signedIn((await makeDemanded()).username)).access_token
    expect(await confirm(step)).toMatchObject({ status: 422 })
  })

  test('after beginning again only the newer seed works', async () => {
    const { username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    const old = (await begin(token)).body.base32
    const { base32 } = (await begin(token)).body
    expect(await verify(token, codeOf(old))).toMatchObject(WRONG)
    expect((await verify(token, codeOf(base32))).status).toBe(200)
  })

  test('it cannot be finished without a beginning', async () => {
    const { username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    expect(await verify(token, '123456')).toMatchObject({ status: 422, body: { code: 'unprocessable' } })
  })

  test('a second factor cannot be bypassed by registering another', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    for (const token of [step, user.token])
      expect(await begin(token)).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(await verify(step, codeOf(user.secret))).toMatchObject({ status: 422 })
    expect(await verify(user.token, codeOf(user.secret))).toMatchObject({ status: 422 })
    expect((await validate(step, codeOf(user.secret))).status).toBe(200)
  })

  test('of two that finish at once, one succeeds', async () => {
    const { username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    const { base32 } = (await begin(token)).body
    const answers = await Promise.all([verify(token, codeOf(base32)), verify(token, codeOf(base32))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('validation', () => {
  test('the app’s code signs in, with the words of specification 4', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    const { body } = await validate(step, codeOf(user.secret))
    expect(body).toEqual({
      _id: String(user.id),
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      message: 'Sign-in has been successful',
    })
    expect((await portal.call(current, {}, { token: body.access_token })).body).toMatchObject({
      username: user.username,
    })
    expect(await validate(step, codeOf(user.secret, 1))).toMatchObject(ENDED)
  })

  test('a used code is refused, also that of registration, and one before it', async () => {
    const user = await makeRegistered()
    const first = (await signedIn(user.username)).access_token
    expect(await validate(first, codeOf(user.secret, -1))).toMatchObject(WRONG)
    expect((await validate(first, codeOf(user.secret, 1))).status).toBe(200)
    const second = (await signedIn(user.username)).access_token
    expect(await validate(second, codeOf(user.secret, 1))).toMatchObject(WRONG)
    expect(await validate(second, codeOf(user.secret, 0))).toMatchObject(WRONG)
  })

  test('a code of the previous step is accepted, an older one refused', async () => {
    const user = await makeRegistered()
    await sql('update users set otp_last_step = 0 where user_id = $1', [user.id])
    const { access_token: step } = await signedIn(user.username)
    expect(await validate(step, codeOf(user.secret, -2))).toMatchObject(WRONG)
    expect(await validate(step, codeOf(user.secret, 3))).toMatchObject(WRONG)
    expect((await validate(step, codeOf(user.secret, -1))).status).toBe(200)
  })

  test('the same code in two sign-ins at once lets one in', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeRegistered()
      // Two sign-ins in progress, as on two devices.
      const { access_token: one } = await signedIn(user.username)
      const [kept] = await sql('delete from sign_in_steps where user_id = $1 returning *', [user.id])
      const { access_token: other } = await signedIn(user.username)
      await sql('insert into sign_in_steps values ($1, $2, $3, 0, now())', [
        kept?.['token_hash'],
        user.id,
        kept?.['step'],
      ])
      const code = codeOf(user.secret)
      const answers = await Promise.all([validate(one, code), validate(other, code)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    }
  })

  test('a recovery code signs in its user once, however it is typed', async () => {
    const [user, other] = [await makeRegistered(), await makeRegistered()]
    const code = user.recoveryCodes[0] ?? ''
    expect(await validate((await signedIn(other.username)).access_token, code)).toMatchObject(WRONG)
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await validate((await signedIn(user.username)).access_token, typed)).status).toBe(200)
    const [last] = await sql('select after from audit where user_id = $1 order by audit_id desc limit 1', [user.id])
    expect(last).toEqual({ after: { by: 'recovery code' } })
    expect(await validate((await signedIn(user.username)).access_token, code)).toMatchObject(WRONG)
    const [left] = await sql('select count(*)::int as count from recovery_codes where user_id = $1', [user.id])
    expect(left).toEqual({ count: 9 })
  })

  test('of two uses of a recovery code at once, one succeeds', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    const code = user.recoveryCodes[1] ?? ''
    const answers = await Promise.all([validate(step, code), validate(step, code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('simultaneous tries of one sign-in do not deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await makeRegistered()
      const { access_token: step } = await signedIn(user.username)
      const code = codeOf(user.secret)
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => validate(step, code)))
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })

  test('registering again after a reset replaces the recovery codes', async () => {
    const user = await makeRegistered()
    await sql('update users set otp_secret = null, otp_verified = false where user_id = $1', [user.id])
    const { access_token: step } = await signedIn(user.username)
    const { base32 } = (await begin(step)).body
    const { recoveryCodes } = (await verify(step, codeOf(base32))).body
    const next = (await signedIn(user.username)).access_token
    expect(await validate(next, user.recoveryCodes[2] ?? '')).toMatchObject(WRONG)
    expect((await validate(next, recoveryCodes[2] ?? '')).status).toBe(200)
  })

  test('users at another step cannot enter a code', async () => {
    const registering = (await signedIn((await makeDemanded()).username)).access_token
    const { token } = await makeSession(portal.testDatabase)
    for (const each of [registering, token]) expect(await validate(each, '123456')).toMatchObject({ status: 422 })
  })

  test('with the portal’s key lost, the message says whom to ask; seeds are per user', async () => {
    const [user, other] = [await makeRegistered(), await makeRegistered()]
    await sql('update users set otp_secret = (select otp_secret from users where user_id = $1) where user_id = $2', [
      other.id,
      user.id,
    ])
    const { access_token: step } = await signedIn(user.username)
    expect(await validate(step, codeOf(other.secret))).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Ask an administrator to reset it') },
    })
  })
})

describe('limits on tries', () => {
  test('someone with the password who guesses codes blocks neither the owner’s network nor device', async () => {
    const user = await makeRegistered()
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const at = async (address: string) =>
      (await portal.call(signIn, { body: { username: user.username, password: PASSWORD } }, undefined, from(address)))
        .body.access_token
    const give = (token: string, code: string, address: string, device?: string) =>
      portal.call(
        contract.session.validateOneTimeCode,
        { body: { code, ...(device !== undefined && { device }) } },
        { token },
        from(address),
      )
    // The owner's sign-in is in progress; those begun elsewhere do not end it.
    const own = await at('198.51.100.7')
    const wrong = wrongCodeOf(user.secret)
    const theirs = await at('203.0.113.9')
    for (let time = 1; time <= 4; time++) await give(theirs, wrong, '203.0.113.9')
    expect(await give(await at('203.0.113.9'), wrong, '203.0.113.9')).toMatchObject({ status: 429 })
    const entered = await give(own, codeOf(user.secret), '198.51.100.7', '')
    expect(entered.status).toBe(200)

    // Attempts from many networks delay unknown devices, not this one.
    await sql('delete from known_networks where user_id = $1', [user.id])
    for (let network = 1; network <= 21; network++)
      await give(await at(`203.0.${network}.1`), wrong, `203.0.${network}.1`)
    const code = user.recoveryCodes[0] ?? ''
    expect(await give(await at('192.0.2.77'), code, '192.0.2.77')).toMatchObject({ status: 429 })
    expect((await give(await at('192.0.2.77'), code, '192.0.2.77', entered.body.device)).status).toBe(200)
  })

  test('after five wrong codes sign-in starts again', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await validate(step, wrongCodeOf(user.secret))).toMatchObject(WRONG)
      await waitIsOver()
    }
    expect(await validate(step, wrongCodeOf(user.secret))).toMatchObject(ENDED)
    await waitIsOver()
    expect(await validate(step, codeOf(user.secret))).toMatchObject(ENDED)
  })

  test('a new sign-in gives no new tries: waits grow until a right code', async () => {
    const user = await makeRegistered()
    const wrong = wrongCodeOf(user.secret)
    for (let attempt = 1; attempt <= 4; attempt++) await validate((await signedIn(user.username)).access_token, wrong)
    const { access_token: step } = await signedIn(user.username)
    expect(await validate(step, codeOf(user.secret))).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts', message: expect.stringMatching(/^Too many attempts\. Try again in /) },
    })
    await waitIsOver()
    expect((await validate(step, codeOf(user.secret))).status).toBe(200)
    const again = (await signedIn(user.username)).access_token
    expect(await validate(again, wrong)).toMatchObject(WRONG)
    expect((await validate(again, codeOf(user.secret, 1))).status).toBe(200)
  })

  test('simultaneous tries cannot evade the limit', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    const answers = await Promise.all(Array.from({ length: 20 }, () => validate(step, wrongCodeOf(user.secret))))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(4)
  })
})

test('seeds, codes and tokens appear nowhere in the database, the audit or the log', async () => {
  const user = await makeRegistered()
  const { access_token: step } = await signedIn(user.username)
  const { access_token: token } = (await validate(step, user.recoveryCodes[0] ?? '')).body
  const secrets = [user.secret, ...user.recoveryCodes, step, token, user.token, PASSWORD]
  const tables = await sql(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
  )
  for (const { relname } of tables) {
    const rows = JSON.stringify(await sql(`select t::text, encode(t::text::bytea, 'escape') from ${String(relname)} t`))
    for (const secret of secrets) expect(rows, String(relname)).not.toContain(secret)
  }
  const [kept] = await sql('select otp_secret from users where user_id = $1', [user.id])
  expect(String(kept?.['otp_secret'])).not.toContain(user.secret)
  for (const secret of secrets) expect(logged.join('')).not.toContain(secret)
  expect(logged.length).toBeGreaterThan(0)
})

test('each step is audited as the user, under their first client', async () => {
  const user = await makeRegistered()
  await validate((await signedIn(user.username)).access_token, codeOf(user.secret))
  const rows = await sql(
    'select client_code, user_id, act, object, record from audit where user_id = $1 order by audit_id',
    [user.id],
  )
  const whole = { client_code: user.clients[0], user_id: String(user.id), object: `user ${user.username}` }
  expect(rows).toEqual(
    ['session.second-factor-began', 'session.second-factor-enabled', 'session.signed-in', 'session.signed-in'].map(
      (act) => ({ ...whole, act, record: `user:${user.id}` }),
    ),
  )
})

test('a session stores the address and browser that began it', async () => {
  const user = await makeUser(portal.testDatabase)
  const headers = { 'user-agent': 'A browser/1.0' }
  await portal.call(signIn, { body: { username: user.username, password: PASSWORD } }, undefined, headers)
  expect(await sql('select address, browser from sessions where user_id = $1', [user.id])).toEqual([
    { address: '127.0.0.1', browser: 'A browser/1.0' },
  ])
})
