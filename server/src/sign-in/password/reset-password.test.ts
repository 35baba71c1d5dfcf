import { contract } from '@despatch/contract/contract'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '../../process/log.ts'
import { makeRole, makeSession, makeUser, PASSWORD } from '../../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'
import { inviteUser } from './invite-user.ts'

const { signIn, requestPasswordReset, resetPassword, current, generateOneTimeCodes, verifyOneTimeCode } =
  contract.session
let portal: TestPortal
const logged: string[] = []
beforeAll(async () => {
  portal = await openTestPortal({ log: openLog({ write: (line) => void logged.push(line) }) })
})
afterAll(() => portal.close())
beforeEach(() => sql('delete from sign_in_failures'))

const NEW = 'eleven pallets of mugs'
const DONE = { status: 200, body: { message: 'Password reset successfully! Please login with you new password.!' } }
const ENDED = { status: 401, body: { code: 'session_expired' } }
const sql = (text: string, values?: unknown[]) => portal.testDatabase.asOwner(text, values)
const enter = (username: string, password: string) => portal.call(signIn, { body: { username, password } })
const ask = (username: string) => portal.call(requestPasswordReset, { query: { username } })
const reset = (body: { password: string; token?: string; currentPassword?: string }, token?: string) =>
  portal.call(resetPassword, { body }, token === undefined ? undefined : { token })
const refusedFor = (path: string, message: string) => ({
  status: 400,
  body: { code: 'validation_failed', fields: [{ path, message: expect.stringContaining(message) }] },
})

/** A user with a mail address. */
async function makeMailed(given: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(portal.testDatabase, given)
  const email = `${user.username}@example.com`
  await sql('update users set email = $1 where user_id = $2', [email, user.id])
  return { ...user, email }
}
const tokenOf = (text: string) => /\/sign-in\?reset=([\w-]{43})\s/.exec(text)?.[1] ?? expect.fail(`no link in: ${text}`)
/** The token of a mailed link. */
async function mailed(user: { username: string; email: string }, skip = 0) {
  await ask(user.username)
  return tokenOf((await portal.mailTo(user.email, skip)).text)
}
const linksOf = async (id: number) =>
  (await sql('select count(*)::int as count from password_links where user_id = $1', [id]))[0]?.['count']

describe('asking for a link', () => {
  test('mails a link to the portal’s sign-in, with its lifetime', async () => {
    const user = await makeMailed()
    expect((await ask(` ${user.username.toUpperCase()} `)).status).toBe(200)
    const mail = await portal.mailTo(user.email)
    expect(mail.subject).toBe('Choose a new password for Despatch')
    expect(mail.text).toContain(`\n${portal.url}/sign-in?reset=`)
    expect(mail.text).toContain('30 minutes')
    expect(mail.text).toContain('If you did not ask for this')
  })

  test('answers alike and as slowly for anyone; inactive users get no mail', async () => {
    const [known, locked, inactive] = [await makeMailed(), await makeMailed(), await makeMailed()]
    const without = await makeUser(portal.testDatabase)
    await sql('update users set locked = true where user_id = $1', [locked.id])
    await sql('update users set active = false where user_id = $1', [inactive.id])
    const roleId = await makeRole(portal.testDatabase)
    const ofClosedRole = await makeMailed({ roleId })
    await sql('update roles set active = false where role_id = $1', [roleId])
    const told = new Set<string>()
    for (const { username } of [known, locked, inactive, ofClosedRole, without, { username: 'nobody.at.all' }]) {
      const began = performance.now()
      const { status, body } = await ask(username)
      expect(performance.now() - began, username).toBeGreaterThan(195)
      told.add(JSON.stringify({ status, body }))
    }
    expect(told.size).toBe(1)
    await portal.mailTo(known.email)
    for (const { id } of [locked, inactive, ofClosedRole, without]) expect(await linksOf(id)).toBe(0)
    expect(await sql('select 1 from mails')).toEqual([])
    const to = portal.mails.map((mail) => mail.to)
    for (const { email } of [locked, inactive, ofClosedRole]) expect(to).not.toContain(email)
  })

  test('mails to the username if it is an address', async () => {
    const username = `pat.${Date.now()}@example.com`
    await makeUser(portal.testDatabase, { username })
    await ask(username)
    expect((await portal.mailTo(username)).text).toContain(username)
  })

  test('too often for one name has to wait, whether the user exists or not', async () => {
    for (const name of [(await makeMailed()).username, 'nobody.for.long']) {
      await sql('delete from sign_in_failures')
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask(name)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
    }
  })

  test('is audited under the user’s client; for an unknown name, without the name', async () => {
    const user = await makeMailed()
    await ask(user.username)
    await ask('my secret password')
    const rows = await sql(
      "select client_code, user_id, object, record from audit where act = 'session.password-reset-asked' order by audit_id desc limit 2",
    )
    expect(rows).toEqual([
      { client_code: '', user_id: null, object: 'user (unknown name)', record: '' },
      {
        client_code: user.clients[0],
        user_id: String(user.id),
        object: `user ${user.username}`,
        record: `user:${user.id}`,
      },
    ])
  })
})

describe('by a mailed link', () => {
  test('sets the password once, and ends sessions, other links and sign-in steps', async () => {
    const user = await makeMailed()
    const { access_token: token } = (await enter(user.username, PASSWORD)).body
    const [one, other] = [await mailed(user), await mailed(user, 1)]
    expect(one).not.toBe(other)
    expect(await reset({ password: NEW, token: one })).toMatchObject(DONE)
    expect((await enter(user.username, PASSWORD)).status).toBe(401)
    expect((await enter(user.username, NEW)).status).toBe(200)
    expect(await portal.call(current, {}, { token })).toMatchObject(ENDED)
    for (const used of [one, other])
      expect(await reset({ password: 'twelve pallets of mugs', token: used })).toMatchObject(ENDED)
    expect(await linksOf(user.id)).toBe(0)
  })

  test('of two uses of a link at once, one succeeds', async () => {
    const user = await makeMailed()
    const token = await mailed(user)
    const answers = await Promise.all(
      ['one pallet of mugs', 'two pallets of mugs'].map((password) => reset({ password, token })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('is refused after half an hour, for a locked user, and for an invented token', async () => {
    const user = await makeMailed()
    const token = await mailed(user)
    await sql('update users set locked = true where user_id = $1', [user.id])
    expect(await reset({ password: NEW, token })).toMatchObject(ENDED)
    await sql('update users set locked = false where user_id = $1', [user.id])
    await sql("update password_links set expires_at = expires_at - interval '29 minutes' where user_id = $1", [user.id])
    expect(await reset({ password: 'short', token })).toMatchObject(refusedFor('password', 'at least 12'))
    await sql("update password_links set expires_at = expires_at - interval '2 minutes' where user_id = $1", [user.id])
    expect(await reset({ password: NEW, token })).toMatchObject(ENDED)
    expect(await reset({ password: NEW, token: 'A'.repeat(43) })).toMatchObject(ENDED)
    expect((await enter(user.username, PASSWORD)).status).toBe(200)
  })

  test('a refused password leaves the link valid', async () => {
    const user = await makeMailed({ username: `warehouse.${Date.now()}` })
    const token = await mailed(user)
    for (const [password, message] of [
      ['elevenchars', 'at least 12'],
      ['Password1234', 'too common'],
      [`${user.username}!`, 'username'],
      [PASSWORD, 'other than your current one'],
    ] as const)
      expect(await reset({ password, token })).toMatchObject(refusedFor('password', message))
    expect(await reset({ password: NEW, token })).toMatchObject(DONE)
  })

  test('does not bypass the second factor', async () => {
    const user = await makeMailed()
    const { access_token: session } = (await enter(user.username, PASSWORD)).body
    await portal.call(contract.session.confirmPassword, { body: { password: PASSWORD } }, { token: session })
    const { base32 } = (await portal.call(generateOneTimeCodes, {}, { token: session })).body
    await portal.call(verifyOneTimeCode, { body: { code: generateSync({ secret: base32 }) } }, { token: session })
    expect(await reset({ password: NEW, token: await mailed(user) })).toMatchObject(DONE)
    const { body } = await enter(user.username, NEW)
    expect(body).toMatchObject({ mfa_required: true, otp_verified: true })
    expect(await portal.call(current, {}, { token: body.access_token })).toMatchObject(ENDED)
  })

  test('an invitation works the same for 72 hours, for a user without a password', async () => {
    const user = await makeMailed()
    await sql("update users set password_hash = '' where user_id = $1", [user.id])
    expect(await enter(user.username, ' ')).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } })
    const context = { now: new Date(), services: portal.app.services }
    const invited = { user_id: user.id, username: user.username, first_name: 'Pat', email: user.email }
    expect(
      await portal.database.transaction((transaction) => inviteUser(transaction, { user: invited, context })),
    ).toBe(true)
    const mail = await portal.mailTo(user.email)
    expect(mail).toMatchObject({
      subject: 'You have been given access to Despatch',
      text: expect.stringMatching(/^Hello Pat,[^]*72 hours/),
    })
    await sql("update password_links set expires_at = expires_at - interval '71 hours' where user_id = $1", [user.id])
    expect(await reset({ password: NEW, token: tokenOf(mail.text) })).toMatchObject(DONE)
    expect((await enter(user.username, NEW)).status).toBe(200)
  })
})

describe('replacing a temporary password', () => {
  const makeTemporary = async () => {
    const user = await makeUser(portal.testDatabase)
    await sql('update users set is_temporary_password = true where user_id = $1', [user.id])
    const { body } = await enter(user.username, PASSWORD)
    return { ...user, token: body.access_token, answer: body }
  }

  test('the step’s token sets a password, and does nothing else', async () => {
    const user = await makeTemporary()
    expect(user.answer).toMatchObject({ isTemporaryPasswordReset: false })
    expect(await portal.call(current, {}, user)).toMatchObject(ENDED)
    expect(await portal.call(generateOneTimeCodes, {}, user)).toMatchObject({ status: 422 })
    expect(await reset({ password: NEW }, user.token)).toMatchObject(DONE)
    expect(await reset({ password: 'twelve pallets of mugs' }, user.token)).toMatchObject(ENDED)
    expect((await enter(user.username, NEW)).body).toMatchObject({ isTemporaryPasswordReset: true })
  })

  test('the temporary password cannot be chosen again', async () => {
    const user = await makeTemporary()
    expect(await reset({ password: PASSWORD }, user.token)).toMatchObject(
      refusedFor('password', 'a password other than'),
    )
    expect(await reset({ password: NEW }, user.token)).toMatchObject(DONE)
  })
})

describe('with the current password', () => {
  test('sets it; the own session stays, the others end', async () => {
    const user = await makeUser(portal.testDatabase)
    const [here, there] = [(await enter(user.username, PASSWORD)).body, (await enter(user.username, PASSWORD)).body]
    const given = { password: NEW, currentPassword: PASSWORD }
    expect(await reset(given, here.access_token)).toMatchObject(DONE)
    expect((await portal.call(current, {}, { token: here.access_token })).status).toBe(200)
    expect(await portal.call(current, {}, { token: there.access_token })).toMatchObject(ENDED)
    const [row] = await sql(
      "select act, after, record from audit where user_id = $1 and act = 'session.password-changed'",
      [user.id],
    )
    expect(row).toMatchObject({ after: { by: 'present password' }, record: `user:${user.id}` })
  })

  test('a missing or wrong one is refused on its field, and counts as a failure', async () => {
    const user = await makeUser(portal.testDatabase)
    const { token } = await makeSession(portal.testDatabase, { userId: user.id })
    expect(await reset({ password: NEW }, token)).toMatchObject(
      refusedFor('currentPassword', 'Enter your current password'),
    )
    for (let failure = 1; failure <= 4; failure++)
      expect(await reset({ password: NEW, currentPassword: 'wrong' }, token)).toMatchObject(
        refusedFor('currentPassword', 'not your current password'),
      )
    expect(await reset({ password: NEW, currentPassword: PASSWORD }, token)).toMatchObject({ status: 429 })
    expect(await enter(user.username, PASSWORD)).toMatchObject({ status: 429 })
  })

  test('a refused new password counts no failure', async () => {
    const user = await makeUser(portal.testDatabase)
    const { token } = await makeSession(portal.testDatabase, { userId: user.id })
    for (let attempt = 1; attempt <= 6; attempt++)
      expect(await reset({ password: 'Password1234', currentPassword: PASSWORD }, token)).toMatchObject(
        refusedFor('password', 'too common'),
      )
  })
})

test('without a proof no password is set, not even at the second-factor step', async () => {
  const roleId = await makeRole(portal.testDatabase)
  await sql('update roles set mfa_required = true where role_id = $1', [roleId])
  const { username } = await makeUser(portal.testDatabase, { roleId })
  const { access_token: step } = (await enter(username, PASSWORD)).body
  for (const token of [undefined, 'A'.repeat(43), step])
    expect(await reset({ password: NEW, currentPassword: PASSWORD }, token)).toMatchObject(ENDED)
})

test('neither passwords nor links are in the database, the audit or the log', async () => {
  const user = await makeMailed()
  const token = await mailed(user)
  await sql(
    `insert into mails (recipient, subject, body, created_at, next_attempt_at) values ('x@example.com', '', $1, now(), 'infinity')`,
    [portal.app.services.secrets.seal(token, 'mail:x@example.com')],
  )
  await reset({ password: NEW, token: await mailed(user, 1) })
  const tables = await sql("select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")
  for (const { relname } of tables) {
    const rows = JSON.stringify(await sql(`select t::text from ${String(relname)} t`))
    for (const secret of [token, NEW, PASSWORD, Buffer.from(token).toString('hex')])
      expect(rows, String(relname)).not.toContain(secret)
  }
  for (const secret of [token, NEW, user.email]) expect(logged.join('')).not.toContain(secret)
})
