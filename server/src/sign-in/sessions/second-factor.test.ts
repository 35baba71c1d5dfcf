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
  // A code must not grow a step older between being made and given, nor a wait end before it is tried.
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
/** The code that the app shows, so many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })
const confirm = (token: string, password = PASSWORD) =>
  portal.call(contract.session.confirmPassword, { body: { password } }, { token })
/** A code of six digits that is none of about now. */
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
/** One who has registered it, with the code of the step before this one, so that this one's can still be given. */
const makeRegistered = async () => {
  const user = await makeDemanded()
  const step = (await signedIn(user.username)).access_token
  const secret = (await begin(step)).body.base32
  const { status, body } = await verify(step, codeOf(secret, -1))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...user, secret, recoveryCodes: body.recoveryCodes, token: body.access_token }
}

describe('registration', () => {
  test('the walk of specification 4: demanded, registered, signed in', async () => {
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

  test('the token of a step opens nothing else, and ends when signing in begins again, or after a quarter of an hour', async () => {
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

  test('a locked user’s step ends at once', async () => {
    const { id, username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    await sql('update users set locked = true where user_id = $1', [id])
    expect(await begin(token)).toMatchObject(ENDED)
  })

  test('who is signed in registers of their own accord, keeps the token, and is asked from then on', async () => {
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

  test('within a session the password comes first, counts for a while, and for that session alone', async () => {
    const user = await makeUser(portal.testDatabase)
    const [one, other] = [await signedIn(user.username), await signedIn(user.username)]
    const message = 'Enter your password again to continue.'
    // Of a field that neither call has: the form knows by it to ask for the password.
    const asked = { status: 422, body: { message, fields: [{ path: 'password', message }] } }
    expect(await begin(one.access_token)).toMatchObject(asked)
    expect(await confirm(one.access_token, 'wrong')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'password', message: 'This is not your present password' }] },
    })
    expect(await begin(one.access_token)).toMatchObject(asked)
    expect((await confirm(one.access_token)).status).toBe(200)
    expect(await begin(other.access_token)).toMatchObject(asked)
    const { base32 } = (await begin(one.access_token)).body
    // Nor is what one session began finished by another, or later.
    expect(await verify(other.access_token, codeOf(base32))).toMatchObject(asked)
    await sql("update sessions set password_confirmed_at = password_confirmed_at - interval '11 minutes'")
    expect(await verify(one.access_token, codeOf(base32))).toMatchObject(asked)
    expect(await begin(one.access_token)).toMatchObject(asked)
    expect((await confirm(one.access_token)).status).toBe(200)
    expect((await verify(one.access_token, codeOf(base32))).status).toBe(200)
  })

  test('wrong passwords given within a session wait like failed sign-ins; nobody confirms on the way in', async () => {
    const { access_token: token } = await signedIn((await makeUser(portal.testDatabase)).username)
    for (let time = 1; time <= 4; time++) expect(await confirm(token, 'wrong')).toMatchObject({ status: 400 })
    expect(await confirm(token)).toMatchObject({ status: 429 })
    const step = (await signedIn((await makeDemanded()).username)).access_token
    expect(await confirm(step)).toMatchObject({ status: 422 })
  })

  test('a registration that was begun again is finished with the newer seed alone', async () => {
    const { username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    const old = (await begin(token)).body.base32
    const { base32 } = (await begin(token)).body
    expect(await verify(token, codeOf(old))).toMatchObject(WRONG)
    expect((await verify(token, codeOf(base32))).status).toBe(200)
  })

  test('nothing is finished that was not begun', async () => {
    const { username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    expect(await verify(token, '123456')).toMatchObject({ status: 422, body: { code: 'unprocessable' } })
  })

  test('nobody gets around a second factor by registering another: not on the way in, not when signed in', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    for (const token of [step, user.token])
      expect(await begin(token)).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(await verify(step, codeOf(user.secret))).toMatchObject({ status: 422 })
    expect(await verify(user.token, codeOf(user.secret))).toMatchObject({ status: 422 })
    expect((await validate(step, codeOf(user.secret))).status).toBe(200)
  })

  test('of two that finish at once, one does', async () => {
    const { username } = await makeDemanded()
    const { access_token: token } = await signedIn(username)
    const { base32 } = (await begin(token)).body
    const answers = await Promise.all([verify(token, codeOf(base32)), verify(token, codeOf(base32))])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('validation', () => {
  test('the code of the app signs in, with the words of specification 4', async () => {
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

  test('a used code is refused, that of registration too, and one before it', async () => {
    const user = await makeRegistered()
    const first = (await signedIn(user.username)).access_token
    expect(await validate(first, codeOf(user.secret, -1))).toMatchObject(WRONG)
    expect((await validate(first, codeOf(user.secret, 1))).status).toBe(200)
    const second = (await signedIn(user.username)).access_token
    expect(await validate(second, codeOf(user.secret, 1))).toMatchObject(WRONG)
    expect(await validate(second, codeOf(user.secret, 0))).toMatchObject(WRONG)
  })

  test('a code of two steps ago is refused, one of the step before is taken', async () => {
    const user = await makeRegistered()
    await sql('update users set otp_last_step = 0 where user_id = $1', [user.id])
    const { access_token: step } = await signedIn(user.username)
    expect(await validate(step, codeOf(user.secret, -2))).toMatchObject(WRONG)
    expect(await validate(step, codeOf(user.secret, 3))).toMatchObject(WRONG)
    expect((await validate(step, codeOf(user.secret, -1))).status).toBe(200)
  })

  test('the same code twice at once lets one in, though each has a sign-in of its own', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await makeRegistered()
      // Two sign-ins under way, as two devices would have them a moment apart.
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

  test('a recovery code signs in once, however it is typed, and no other user', async () => {
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

  test('of two that give the same recovery code at once, one is let in', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    const code = user.recoveryCodes[1] ?? ''
    const answers = await Promise.all([validate(step, code), validate(step, code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('of several tries of one sign-in at once none waits for another that waits for it', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await makeRegistered()
      const { access_token: step } = await signedIn(user.username)
      const code = codeOf(user.secret)
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => validate(step, code)))
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    }
  })

  test('registering again, after a reset, makes the recovery codes again', async () => {
    const user = await makeRegistered()
    await sql('update users set otp_secret = null, otp_verified = false where user_id = $1', [user.id])
    const { access_token: step } = await signedIn(user.username)
    const { base32 } = (await begin(step)).body
    const { recoveryCodes } = (await verify(step, codeOf(base32))).body
    const next = (await signedIn(user.username)).access_token
    expect(await validate(next, user.recoveryCodes[2] ?? '')).toMatchObject(WRONG)
    expect((await validate(next, recoveryCodes[2] ?? '')).status).toBe(200)
  })

  test('a code is asked of nobody who is at another step', async () => {
    const registering = (await signedIn((await makeDemanded()).username)).access_token
    const { token } = await makeSession(portal.testDatabase)
    for (const each of [registering, token]) expect(await validate(each, '123456')).toMatchObject({ status: 422 })
  })

  test('with the portal’s key lost, the words say whom to ask; a seed in another’s row does not open', async () => {
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
  test('anyone who has learnt the password and tries codes elsewhere keeps neither the owner’s network nor device out', async () => {
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
    // The owner has begun to sign in; what is begun elsewhere does not end it.
    const own = await at('198.51.100.7')
    const wrong = wrongCodeOf(user.secret)
    const theirs = await at('203.0.113.9')
    for (let time = 1; time <= 4; time++) await give(theirs, wrong, '203.0.113.9')
    expect(await give(await at('203.0.113.9'), wrong, '203.0.113.9')).toMatchObject({ status: 429 })
    const entered = await give(own, codeOf(user.secret), '198.51.100.7', '')
    expect(entered.status).toBe(200)

    // From many networks the codes of unknown devices are slowed, not those of this one.
    await sql('delete from known_networks where user_id = $1', [user.id])
    for (let network = 1; network <= 21; network++)
      await give(await at(`203.0.${network}.1`), wrong, `203.0.${network}.1`)
    const code = user.recoveryCodes[0] ?? ''
    expect(await give(await at('192.0.2.77'), code, '192.0.2.77')).toMatchObject({ status: 429 })
    expect((await give(await at('192.0.2.77'), code, '192.0.2.77', entered.body.device)).status).toBe(200)
  })

  test('after five wrong codes signing in begins again', async () => {
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

  test('a new sign-in brings no new tries: the user waits longer and longer, the right code ends it', async () => {
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

  test('tries at once cannot slip by together', async () => {
    const user = await makeRegistered()
    const { access_token: step } = await signedIn(user.username)
    const answers = await Promise.all(Array.from({ length: 20 }, () => validate(step, wrongCodeOf(user.secret))))
    expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(4)
  })
})

test('seeds, codes and tokens are nowhere in the database, the audit or the log', async () => {
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

test('each step is audited as of the user, for their first client', async () => {
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

test('a session keeps from where it was begun, and with what', async () => {
  const user = await makeUser(portal.testDatabase)
  const headers = { 'user-agent': 'A browser/1.0' }
  await portal.call(signIn, { body: { username: user.username, password: PASSWORD } }, undefined, headers)
  expect(await sql('select address, browser from sessions where user_id = $1', [user.id])).toEqual([
    { address: '127.0.0.1', browser: 'A browser/1.0' },
  ])
})
