import { contract } from '@despatch/contract/contract'
import { DATA_DELETED, DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { isSmall, newName, openPeople, type People } from '../../testing/people.ts'
import { withProcessorTime } from '../../testing/processor-time.ts'
import type { SignedIn } from '../../testing/test-portal.ts'

let people: People
beforeAll(async () => {
  people = await openPeople()
})
afterAll(() => people.portal.close())

const on = () => people.portal.testDatabase
const messageOf = (body: object) => (body as { message: string }).message
/** The usernames in the audit row of an act on many users. */
const auditedUsernames = (act: Record<string, unknown> | undefined) =>
  Object.keys((act?.['before'] as { users: object } | undefined)?.users ?? {})
const several = async (count: number, given: Parameters<People['person']>[0] = {}) => {
  const ids: string[] = []
  while (ids.length < count) ids.push(await people.person({ ...given, username: newName('many') }))
  return ids
}

describe('deleting', () => {
  const remove = (query: { id?: string; ids?: string; versions?: string }, as: SignedIn = people.acme) =>
    people.portal.call(contract.users.remove, { query }, as)

  test('removes one by id, or several by ids, with their sessions; the audit stays', async () => {
    const [one = '', ...more] = await several(3)
    const session = await makeSession(on(), { userId: Number(one) })
    expect((await remove({ id: one })).body).toEqual({ message: DATA_DELETED, deleted: 1 })
    expect((await people.portal.call(contract.users.version, {}, session)).status).toBe(401)
    expect((await remove({ ids: [...more, ...more].join(',') })).body.deleted).toBe(2)
    for (const id of [one, ...more]) {
      expect(await people.row(id)).toBeUndefined()
      const [entry] = await people.history(id)
      expect(entry).toMatchObject({
        client_code: 'ACME',
        act: 'user.deleted',
        after: null,
        before: { last_name: 'U•••' },
      })
    }
  })

  test.each([{}, { id: '1', ids: '1,2' }])('needs either id or ids: %j', async (query) => {
    expect((await remove(query)).status).toBe(400)
  })

  test('is all or nothing: another client’s, a more powerful or the own user is refused', async () => {
    const [mine = ''] = await several(1)
    const theirs = await people.person({ clients: ['BIRCH'] })
    const shared = await people.person({ clients: ['ACME', 'BIRCH'] })
    const large = await people.person({ role: people.roles.large })
    const expectations: [string, SignedIn, number][] = [
      [theirs, people.acme, 404],
      ['999999999', people.acme, 404],
      [shared, people.acme, 403],
      [large, people.helper, 403],
      [String(people.acme.userId), people.acme, 400],
    ]
    for (const [other, as, status] of expectations) {
      const answer = await remove({ ids: `${mine},${other}` }, as)
      expect([answer.status, messageOf(answer.body)]).toEqual([status, expect.any(String)])
      expect(await people.row(mine)).toBeDefined()
    }
    expect((await remove({ ids: `${mine},${shared}` }, people.both)).body.deleted).toBe(2)
  })

  test('removes nobody if someone changed since the list was shown, and says who', async () => {
    const [one = '', other = ''] = await several(2)
    await on().asOwner('update users set active = false, version = version + 1 where user_id = $1', [other])
    const refused = await remove({ ids: `${one},${other}`, versions: '1,1' })
    expect(refused.status).toBe(409)
    expect(messageOf(refused.body)).toContain(`${String((await people.row(other))?.['username'])}, so no users were`)
    expect((await remove({ ids: `${one},${other}`, versions: '1' })).status).toBe(400)
    expect(await people.row(one)).toBeDefined()
    expect((await remove({ ids: `${one},${other}`, versions: '1,2' })).body.deleted).toBe(2)
  })
})

describe('activating', () => {
  const activate = (usernames: string[], as: SignedIn = people.acme, versions?: Record<string, number>) =>
    people.portal.call(contract.users.activate, { body: { users: { usernames, versions } } }, as)
  const waiting = async (given: Parameters<People['person']>[0] = {}, columns = '') => {
    const username = newName('Waiting')
    const id = await people.person({ ...given, username })
    await on().asOwner(`update users set active = false ${columns} where user_id = $1`, [id])
    return { id, username }
  }

  test('refuses users who changed since the list was shown, and activates the others', async () => {
    const [shown, changed] = [await waiting(), await waiting()]
    await on().asOwner('update users set version = version + 1 where user_id = $1', [changed.id])
    const usernames = [shown.username, changed.username]
    const { body } = await activate(usernames, people.acme, { [shown.username]: 1, [changed.username]: 1 })
    expect(body).toMatchObject({
      activated: 1,
      refused: [{ username: changed.username, reason: expect.stringContaining('changed this user') }],
    })
    expect(await people.row(changed.id)).toMatchObject({ active: false, version: 2 })
    expect((await activate([changed.username], people.acme, { [changed.username]: 2 })).body.activated).toBe(1)
  })

  test('activates users, mails those without a password, and says why others are refused', async () => {
    const email = `${newName('invited')}@example.com`
    const good = await waiting()
    const invited = await waiting({}, `, password_hash = '', email = '${email}'`)
    const unreachable = await waiting({}, `, password_hash = ''`)
    const locked = await waiting({}, ', locked = true')
    const shared = await waiting({ clients: ['ACME', 'BIRCH'] })
    const theirs = await waiting({ clients: ['BIRCH'] })
    const active = newName('active')
    await people.person({ username: active })
    const { status, body } = await activate([
      good.username.toUpperCase(),
      good.username,
      ...[invited, unreachable, locked, shared, theirs].map(({ username }) => username),
      active,
      'nobody.at.all',
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: '3 of 8 users were activated.', activated: 3, invited: 1 })
    expect(Object.fromEntries(body.refused.map(({ username, reason }) => [username, reason]))).toEqual({
      [locked.username]: expect.stringContaining('Locked'),
      [shared.username]: expect.stringContaining('other clients'),
      [theirs.username]: expect.stringContaining('User not found'),
      [active]: expect.stringContaining('Already active'),
      'nobody.at.all': expect.stringContaining('User not found'),
    })
    expect(await people.row(good.id)).toMatchObject({ active: true, version: 2 })
    expect(await people.row(theirs.id)).toMatchObject({ active: false, version: 1 })
    expect((await people.portal.mailTo(email)).text).toContain('/sign-in?reset=')
    expect(await people.history(invited.id)).toMatchObject([
      { client_code: 'ACME', act: 'user.activated', before: { active: false }, after: { active: true } },
    ])
  })

  test('says so in the specification’s words if all are activated, and if none is', async () => {
    const { username } = await waiting()
    expect(messageOf((await activate([username])).body)).toBe(DATA_UPDATED)
    const { body } = await activate([username])
    expect(body).toMatchObject({ message: 'No user was activated.', activated: 0 })
  })

  test('requires that the caller may give the user’s role', async () => {
    const { username } = await waiting({ role: people.roles.large })
    expect((await activate([username], people.helper)).body.refused).toMatchObject([
      { username, reason: expect.stringContaining('more than your own access') },
    ])
    expect((await activate([username], people.operator)).body.activated).toBe(1)
  })
})

describe('giving a role to many users', () => {
  const give = (ids: string[], role: string, as: SignedIn = people.acme) =>
    people.portal.call(contract.users.giveRole, { body: { ids, role } }, as)

  test('changes those with another role in one act, and in each user’s history', async () => {
    const [one = '', two = '', three = ''] = await several(3)
    await give([three], people.roles.acme)
    const { body } = await give([one, two, three, one], people.roles.acme)
    expect(body).toEqual({ message: DATA_UPDATED, changed: 2, unchanged: 1 })
    const acts = await on().asOwner("select * from audit where act = 'user.role-given' order by audit_id desc limit 1")
    expect(acts).toMatchObject([{ client_code: 'ACME', after: { count: 2 } }])
    expect(auditedUsernames(acts[0])).toHaveLength(2)
    expect(await people.history(one)).toMatchObject([{ act: 'user.amended', after: { version: 2 } }])
    expect((await people.history(three)).length).toBe(1)
    expect(await people.row(three)).toMatchObject({ version: 2 })
  })

  test('refuses all if one cannot have the role, and names them', async () => {
    const [mine = ''] = await several(1)
    const shared = await people.person({ username: newName('shared'), clients: ['ACME', 'BIRCH'] })
    const both = { ...people.both, client: 'All_client' }
    const theirs = await people.person({ username: newName('theirs'), clients: ['BIRCH'] })
    const own = String(people.acme.userId)
    const expectations: [string, SignedIn, string][] = [
      [shared, people.acme, 'other clients'],
      [own, people.acme, 'your own role'],
      [theirs, both, 'the client ACME'],
    ]
    for (const [other, as, words] of expectations) {
      const { status, body } = await give([mine, other], people.roles.acme, as)
      expect([status, messageOf(body)]).toEqual([422, expect.stringContaining(words)])
      expect(messageOf(body)).toContain('1 of 2 users')
      expect(await people.row(mine)).toMatchObject({ role_id: people.roles.small, version: 1 })
    }
    expect((await give([mine, theirs], people.roles.acme)).status).toBe(404)
  })

  test('names five users and counts the rest', async () => {
    const ids = await several(7, { clients: ['BIRCH'] })
    const { body } = await give(ids, people.roles.acme, people.operator)
    expect(messageOf(body)).toMatch(/^7 of 7 users .* and 2 more\.$/)
    expect(messageOf(body).match(/many\./g)).toHaveLength(5)
  })

  test('gives no more than the caller holds, and client users no internal role', async () => {
    const [one = ''] = await several(1)
    expect((await give([one], people.roles.large, people.helper)).status).toBe(403)
    expect((await give([one], people.roles.birch)).status).toBe(403)
    expect((await give([one], people.roles.internal)).status).toBe(403)
    expect((await give([one], people.roles.internal, people.operator)).status).toBe(422)
    expect((await give([one], '999999')).status).toBe(400)
  })

  test('an act over users of several clients is visible to the operator only', async () => {
    const ids = [...(await several(1)), await people.person({ clients: ['BIRCH'] })]
    const role = await people.role({ holds: isSmall })
    expect((await give(ids, role, people.operator)).body.changed).toBe(2)
    const [act] = await on().asOwner(
      "select client_code from audit where act = 'user.role-given' order by audit_id desc",
    )
    expect(act).toEqual({ client_code: '' })
  })

  test('10,000 at once take less than 5 s of server time', async () => {
    await on().asOwner(
      `insert into users (username, role_id, password_hash) select 'crowd.' || n, $1, '' from generate_series(1, 10000) n`,
      [people.roles.small],
    )
    await on().asOwner(
      "insert into user_clients (user_id, client_code) select user_id, 'ACME' from users where username like 'crowd.%'",
    )
    const rows = await on().asOwner("select user_id::text from users where username like 'crowd.%'")
    const ids = rows.map(({ user_id }) => String(user_id))
    const { result, ms } = await withProcessorTime(() => give(ids, people.roles.acme))
    expect([result.status, result.body.changed]).toEqual([200, 10_000])
    expect(ms).toBeLessThan(5000)
    const [act] = await on().asOwner("select before from audit where act = 'user.role-given' order by audit_id desc")
    expect(auditedUsernames(act)).toHaveLength(100)
  })
})
