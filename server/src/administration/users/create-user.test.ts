import { contract } from '@despatch/contract/contract'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPassword } from '../../sign-in/password/password.ts'
import { knownUserTicket } from '../../sign-in/password/password-lanes.ts'
import { isSmall, newName, type NewUser, openPeople, type People } from '../../testing/people.ts'
import { refusalOf, type SignedIn } from '../../testing/test-portal.ts'

let people: People
beforeAll(async () => {
  people = await openPeople()
})
afterAll(() => people.portal.close())

const create = (given: Partial<NewUser>, as: SignedIn = people.acme) =>
  people.portal.call(contract.users.create, { body: people.form(given) }, as)
const problems = (body: object) => (body as { fields?: { path: string; message: string }[] }).fields

describe('a new user', () => {
  test('is answered without secrets, and saved', async () => {
    const username = newName('New.User')
    const answer = await create({ username, client: ['ACME', 'ACME'] })
    expect(answer.body).toMatchObject({
      message: DATA_ADDED,
      isInvited: true,
      user: {
        username,
        first_name: 'Ada',
        email: 'ada@example.com',
        active: true,
        lock: false,
        client: [{ code: 'ACME', name: 'Acme Ltd' }],
        last_login: null,
        is_login: false,
        role: { _id: people.roles.small, iforce_user: false },
        otp_enabled: false,
        hasPassword: false,
        isTemporaryPassword: false,
        version: 1,
      },
    })
    expect(await people.row(answer.body.user._id)).toMatchObject({ username, password_hash: '', clients: ['ACME'] })
  })

  test('gets a Power BI username from the operator only: it decides whose rows reports show', async () => {
    const refused = await create({ power_bi_username: 'boss@operator.example' })
    expect([refused.status, problems(refused.body)?.[0]?.path]).toEqual([400, 'power_bi_username'])
  })

  test('without a password is mailed a link, if active and with an address', async () => {
    const email = `${newName('mailed')}@example.com`
    expect((await create({ email })).body.isInvited).toBe(true)
    expect((await people.portal.mailTo(email)).text).toContain('/sign-in?reset=')
    expect((await create({ email: '' })).body.isInvited).toBe(false)
    expect((await create({ active: false })).body.isInvited).toBe(false)
    expect((await create({ lock: true })).body.isInvited).toBe(false)
  })

  test('with a password has it as a temporary one, and is not mailed', async () => {
    const password = 'a pair of brown boots'
    const { body } = await create({ password })
    expect(body.isInvited).toBe(false)
    expect(body.user).toMatchObject({ isTemporaryPassword: true, hasPassword: true })
    const row = await people.row(body.user._id)
    expect(await isPassword(password, String(row?.['password_hash']), knownUserTicket(0))).toBe(true)
    expect(JSON.stringify([body, await people.history(body.user._id)])).not.toMatch(/brown boots|argon2/)
  })

  test.each([
    ['short', 'Enter at least 12 characters'],
    ['passwordpassword', 'too common'],
  ])('cannot have a password such as %s', async (password, words) => {
    const { status, body } = await create({ password })
    expect(status).toBe(400)
    expect(problems(body)).toEqual([{ path: 'password', message: expect.stringContaining(words) }])
  })

  test('needs a username that nobody has, in any case, at any client', async () => {
    const username = newName('Taken')
    await create({ username, client: ['BIRCH'] }, people.birch)
    const { status, body } = await create({ username: username.toUpperCase() })
    expect([status, refusalOf({ body }).code]).toEqual([409, 'already_exists'])
    expect(problems(body)?.[0]?.path).toBe('username')
  })

  test('is audited under their client, with personal data masked', async () => {
    const { body } = await create({})
    expect(await people.history(body.user._id)).toMatchObject([
      {
        client_code: 'ACME',
        act: 'user.created',
        object: `user ${body.user.username}`,
        before: null,
        after: {
          username: body.user.username,
          first_name: 'A•••',
          email: 'a•••',
          phone_number: '0•••',
          client: ['ACME'],
          active: true,
          lock: false,
          password: 'none yet',
        },
      },
    ])
    expect(JSON.stringify(await people.history(body.user._id))).not.toMatch(/Lovelace|example\.com|7946/)
  })
})

describe('nobody gives more than they hold', () => {
  test('a role that grants more is refused, and the message names the excess', async () => {
    const { status, body } = await create({ role: people.roles.large, client: ['ACME'] }, people.helper)
    expect(status).toBe(403)
    expect((body as { message: string }).message).toMatch(
      /^You can’t give this role\. This is more than your own access/,
    )
  })
  test('a client administrator cannot give an internal role', async () => {
    expect((await create({ role: people.roles.internal, client: [] })).status).toBe(403)
  })
  test('only administrators give an administrator role, even an empty one', async () => {
    const role = await people.role({ type: 'Internal Administrator', holds: () => false })
    expect((await create({ role, client: [] }, people.helper)).status).toBe(403)
    expect((await create({ role, client: [] }, people.operator)).status).toBe(200)
  })
  test('another client’s role is refused, and so is another client', async () => {
    expect((await create({ role: people.roles.birch })).status).toBe(403)
    expect((await create({ client: ['BIRCH'] })).status).toBe(403)
    expect((await create({ client: ['ACME', 'BIRCH'] })).status).toBe(403)
    expect((await create({ client: ['NOWHERE'] })).status).toBe(403)
  })
  test('an administrator of two clients adds users to either, whichever is selected', async () => {
    const of = async (client: string[], role = people.roles.small) => {
      const { status, body } = await create({ client, role }, people.both)
      expect(status, JSON.stringify(body)).toBe(200)
      return (await people.history(body.user._id))[0]?.['client_code']
    }
    expect(await of(['ACME', 'BIRCH'])).toBe('ACME')
    expect(await of(['BIRCH', 'ACME'], people.roles.acme)).toBe('BIRCH')
    expect(await of(['BIRCH'], people.roles.birch)).toBe('BIRCH')
  })
  test('the giver may give permissions that only the client withholds', async () => {
    await people.portal.testDatabase.asOwner(`update clients set disabled_objects = $1 where client_code = 'ACME'`, [
      JSON.stringify({ 'orderManagement.createNewOrder': 'Stocktaking' }),
    ])
    const given = await create({})
    await people.portal.testDatabase.asOwner(`update clients set disabled_objects = '{}' where client_code = 'ACME'`)
    expect(given.status).toBe(200)
  })
  test('a client where the caller may not edit users is refused', async () => {
    await people.portal.testDatabase.asOwner(`update clients set menu_options = '{}' where client_code = 'BIRCH'`)
    const [there, here] = [await create({ client: ['BIRCH'] }, people.both), await create({}, people.both)]
    await people.portal.testDatabase.asOwner(`update clients set menu_options = null where client_code = 'BIRCH'`)
    expect([there.status, here.status]).toEqual([403, 200])
  })
})

describe('the role must suit the user', () => {
  const misfits: [string, () => Partial<NewUser>, string][] = [
    ['none of that id', () => ({ role: '999999' }), 'role'],
    ['internal, with clients', () => ({ role: people.roles.internal, client: ['ACME'] }), 'client'],
    ['a client’s, without a client', () => ({ client: [] }), 'client'],
    ['of a client that is not theirs', () => ({ role: people.roles.birch, client: ['ACME'] }), 'role'],
    ['for a client that is not there', () => ({ client: ['NOWHERE'] }), 'client'],
  ]
  test.each(misfits)('%s: refused on the field', async (_what, given, path) => {
    const { status, body } = await create(given(), people.operator)
    expect(status, JSON.stringify(body)).toBe(400)
    expect(problems(body)?.map((problem) => problem.path)).toEqual([path])
  })
  test('an inactive role is refused', async () => {
    const role = await people.role({ holds: isSmall })
    await people.portal.testDatabase.asOwner('update roles set active = false where role_id = $1', [role])
    expect(problems((await create({ role })).body)?.[0]).toMatchObject({
      path: 'role',
      message: expect.stringContaining('not active'),
    })
  })
  test('an internal user belongs to no client, and is audited under none', async () => {
    const { body } = await create({ role: people.roles.internal, client: [] }, people.operator)
    expect(body.user).toMatchObject({ client: [], role: { iforce_user: true } })
    expect(await people.history(body.user._id)).toMatchObject([{ client_code: '' }])
  })
  test('an internal user working for one client adds users of another, audited there', async () => {
    const { body } = await create({ client: ['BIRCH'] }, { ...people.operator, client: 'ACME' })
    expect(await people.history(body.user._id)).toMatchObject([{ client_code: 'BIRCH' }])
  })
})
