import { contract } from '@despatch/contract/contract'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession, makeUser } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { watchKeys } from './watch-keys.ts'

const { list, create, adopt, replace } = contract['api-keys']
const KEYS: LeafPath = 'setUpAndControl.userAdministration.apiKeys'
const FEED = 'feeds.stockFeed'
const DAY = 86_400_000
let portal: TestPortal
let acme: string
let maker: SignedIn & { userId: number }
let colleague: SignedIn & { userId: number }
let count = 0

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  await portal.testDatabase.asOwner('delete from api_keys')
  await portal.testDatabase.asOwner('delete from mails')
  acme = await makeClient(portal.testDatabase)
  maker = await makeSession(portal.testDatabase, { clients: [acme], type: 'Client Administrator' })
  colleague = await makeSession(portal.testDatabase, { clients: [acme], type: 'Client Administrator' })
})
afterAll(() => portal.close())

const sql = (text: string, values?: unknown[]) => portal.testDatabase.asOwner(text, values)
const watch = (now: Date) => watchKeys(portal.database, { now, services: portal.app.services })
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)
const addressOf = async (userId: number) => {
  const email = `key.${userId}.${Date.now()}@example.com`
  await sql('update users set email = $1 where user_id = $2', [email, userId])
  return email
}
async function makeKey(as: SignedIn = maker) {
  const body = { name: `Key ${++count}`, clients: [acme], feeds: [FEED] as const, expiresOn: '' }
  const created = await portal.call(create, { body: { ...body, feeds: [...body.feeds] } }, { ...as, client: acme })
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  return created.body
}
const isTaken = async (key: string) =>
  (await portal.call(contract.feeds.mappings, {}, { token: key, client: acme })).status === 200
const listed = async (id: string, as: SignedIn = colleague) =>
  (await portal.call(list, { query: {} }, as)).body.apiKeys.find(({ _id }) => _id === id)
const put = (id: string, as: SignedIn = colleague) => portal.call(adopt, { params: { id } }, as)

const readerOf = () =>
  makeRole(portal.testDatabase, { type: 'Client Administrator', holds: (_leaf, right) => right !== 'Edit' })
const ROLE_OF = '(select role_id from users where user_id = $1)'
const ends: [string, string, () => Promise<unknown>][] = [
  ['is deactivated', 'inactive', () => sql('update users set active = false where user_id = $1', [maker.userId])],
  ['is locked', 'inactive', () => sql('update users set locked = true where user_id = $1', [maker.userId])],
  [
    'is of a role that is closed',
    'inactive',
    () => sql(`update roles set active = false where role_id = ${ROLE_OF}`, [maker.userId]),
  ],
  ['is deleted', 'deleted', () => sql('delete from users where user_id = $1', [maker.userId])],
]
const losses: [string, string, () => Promise<unknown>][] = [
  [
    'is demoted',
    'demoted',
    async () => sql('update users set role_id = $1 where user_id = $2', [await readerOf(), maker.userId]),
  ],
  ['is of other clients now', 'demoted', () => sql('delete from user_clients where user_id = $1', [maker.userId])],
]

describe('a key whose owner', () => {
  // Another server changes the owner; this server only sees the database.
  test.each(ends)('%s stops at once, says why, and works again once adopted', async (_what, loss, end) => {
    const { key, apiKey } = await makeKey()
    expect(await isTaken(key)).toBe(true)
    await end()
    expect(await isTaken(key)).toBe(false)
    const [listedNow, filtered] = [
      await listed(apiKey._id),
      await portal.call(list, { query: { state: 'suspended' } }, colleague),
    ]
    expect(listedNow).toMatchObject({
      state: 'suspended',
      ownerLoss: loss,
      suspendedFrom: expect.stringMatching(/^20/),
    })
    expect(filtered.body.apiKeys.map(({ _id }) => _id)).toEqual([apiKey._id])
    const orphaned = await portal.call(list, { query: { orphaned: 'true' } }, colleague)
    expect(orphaned.body.total).toBe(1)
    expect((await portal.call(list, { query: { state: 'active' } }, colleague)).body.total).toBe(0)
    expect(await portal.call(replace, { params: { id: apiKey._id }, query: {} }, colleague)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Take it over first') },
    })
    await watch(new Date())
    expect(await isTaken(key)).toBe(false)

    expect(await put(apiKey._id)).toMatchObject({ status: 200, body: { apiKey: { state: 'active', ownerLoss: null } } })
    expect(await isTaken(key)).toBe(true)
  })

  test('is unlocked works again at once', async () => {
    const { key, apiKey } = await makeKey()
    await sql('update users set locked = true where user_id = $1', [maker.userId])
    await watch(new Date())
    expect(await isTaken(key)).toBe(false)
    await sql('update users set locked = false where user_id = $1', [maker.userId])
    expect(await isTaken(key)).toBe(true)
    expect(await listed(apiKey._id)).toMatchObject({ state: 'active' })
  })

  test('is locked stops together with its previous secret', async () => {
    const { key, apiKey } = await makeKey()
    const { body } = await portal.call(replace, { params: { id: apiKey._id }, query: {} }, maker)
    for (const one of [key, body.key]) expect(await isTaken(one)).toBe(true)
    await sql('update users set locked = true where user_id = $1', [maker.userId])
    for (const one of [key, body.key]) expect(await isTaken(one)).toBe(false)
  })

  test.each(losses)('%s works for fourteen days with a warning, then is suspended', async (_what, loss, lose) => {
    const { key, apiKey } = await makeKey()
    await watch(daysAgo(30))
    expect(await listed(apiKey._id)).toMatchObject({ state: 'active', ownerLoss: null, suspendedFrom: null })
    await lose()
    await watch(daysAgo(13))
    expect(await listed(apiKey._id)).toMatchObject({ state: 'active', ownerLoss: loss })
    expect(await isTaken(key)).toBe(true)
    await sql("update api_keys set suspended_from = suspended_from - interval '1 day'")
    expect(await listed(apiKey._id)).toMatchObject({ state: 'suspended', ownerLoss: loss })
    expect(await isTaken(key)).toBe(false)
    expect(await portal.call(replace, { params: { id: apiKey._id }, query: {} }, colleague)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Take it over first') },
    })

    expect(await put(apiKey._id)).toMatchObject({ status: 200, body: { apiKey: { state: 'active', ownerLoss: null } } })
    await watch(new Date())
    expect(await isTaken(key)).toBe(true)
    const [row] = await sql('select act, by_name from audit where record = $1 order by audit_id desc limit 1', [
      `api-key:${apiKey._id}`,
    ])
    expect(row).toMatchObject({ act: 'api-key.adopted' })
  })

  test('is lost is recorded for every key, however many there are', async () => {
    const { key } = await makeKey()
    await sql(`insert into api_keys (name, token_hash, beginning, client_codes, feeds, is_internal, created_at, created_by, user_id)
      select 'Copy ' || n, sha256(('copy ' || n)::bytea), beginning, client_codes, feeds, is_internal, created_at, created_by,
        case when n > 10000 then user_id else ${colleague.userId} end
      from api_keys, generate_series(1, 10001) n`)
    await sql('update users set locked = true where user_id = $1', [maker.userId])
    await watch(daysAgo(20))
    expect(await sql('select name from api_keys where orphaned_at is not null order by key_id desc')).toMatchObject([
      { name: 'Copy 10001' },
      {},
    ])
    expect(await isTaken(key)).toBe(false)
  })

  test('regains the permissions works again', async () => {
    const { key, apiKey } = await makeKey()
    await sql('update users set locked = true where user_id = $1', [maker.userId])
    await watch(daysAgo(20))
    expect(await isTaken(key)).toBe(false)
    await sql('update users set locked = false where user_id = $1', [maker.userId])
    await watch(new Date())
    expect(await listed(apiKey._id)).toMatchObject({ state: 'active', ownerLoss: null, suspendedFrom: null })
    expect(await isTaken(key)).toBe(true)
  })
})

describe('the warning', () => {
  test('is mailed daily to administrators who may adopt the key, until it is suspended', async () => {
    const to = await addressOf(colleague.userId)
    const { apiKey } = await makeKey()
    await sql('update users set active = false where user_id = $1', [maker.userId])
    const began = Date.parse('2026-11-02T09:00:00Z')
    for (let hour = 0; hour < 17 * 24; hour += 8) await watch(new Date(began + hour * 3_600_000))
    await expect.poll(() => portal.mails.filter((mail) => mail.to === to).length).toBe(15)
    const texts = portal.mails.filter((mail) => mail.to === to).map(({ text }) => text)
    expect(texts[0]).toContain(`- ${apiKey.name} (${acme})`)
    expect(texts[0]).toContain('is locked or not active. It is suspended: data sent with it is rejected.')
    expect(texts[0]).toContain('/setup-and-control/user-administration/api-keys')
    const orphaned = await portal.call(list, { query: { orphaned: 'true' } }, colleague)
    expect(orphaned.body.apiKeys.map(({ _id }) => _id)).toEqual([apiKey._id])
  })

  test('says until when a key still works', async () => {
    const to = await addressOf(colleague.userId)
    await makeKey()
    await sql('update users set role_id = $1 where user_id = $2', [await readerOf(), maker.userId])
    await watch(new Date('2026-11-02T09:00:00Z'))
    expect((await portal.mailTo(to)).text).toContain(
      'no longer has the access the key needs. It will be suspended on 2026-11-16.',
    )
  })

  test('covers several keys in one mail, and goes only to those who may adopt them', async () => {
    const to = await addressOf(colleague.userId)
    const [poor, elsewhere] = [
      await makeUser(portal.testDatabase, { clients: [acme], roleId: await readerOf() }),
      await makeUser(portal.testDatabase, { type: 'Client Administrator' }),
    ]
    const others = [await addressOf(poor.id), await addressOf(elsewhere.id), await addressOf(maker.userId)]
    const [one, two] = [await makeKey(), await makeKey()]
    await sql('update users set active = false where user_id = $1', [maker.userId])
    await Promise.all(Array.from({ length: 6 }, () => watch(new Date())))
    const mail = await portal.mailTo(to)
    expect(mail.subject).toBe('2 API keys of Despatch have no owner')
    for (const { apiKey } of [one, two]) expect(mail.text).toContain(apiKey.name)
    expect(portal.mails.filter((sent) => [to, ...others].includes(sent.to))).toHaveLength(1)
  })

  test('shows the operator’s keys to the operator, who alone may adopt them', async () => {
    const operator = {
      ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })),
      client: acme,
    }
    const [operators, clients] = [await makeKey(operator), await makeKey()]
    await sql('update users set active = false where user_id = any ($1)', [[operator.userId, maker.userId]])
    await watch(new Date())
    const orphaned = async (as: SignedIn) => {
      const { body } = await portal.call(list, { query: { orphaned: 'true' } }, as)
      return { ids: body.apiKeys.map(({ _id }) => _id), total: body.total }
    }
    expect(await orphaned(colleague)).toEqual({ ids: [clients.apiKey._id], total: 1 })
    const other = {
      ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })),
      client: acme,
    }
    expect(await orphaned(other)).toEqual({ ids: [operators.apiKey._id, clients.apiKey._id], total: 2 })
  })

  test('goes to the operator’s administrators if the client has none', async () => {
    const operator = await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })
    const to = await addressOf(operator.userId)
    await makeKey()
    for (const { userId } of [maker, colleague])
      await sql('update users set active = false where user_id = $1', [userId])
    await watch(new Date())
    expect((await portal.mailTo(to)).subject).toBe('An API key of Despatch has no owner')
  })
})

describe('adopting', () => {
  test('requires a visible, valid key of another owner, and what the key needs', async () => {
    const { apiKey } = await makeKey()
    const poor = await makeSession(portal.testDatabase, {
      clients: [acme],
      type: 'Client Administrator',
      holds: (leaf) => leaf === KEYS,
    })
    expect(await put(apiKey._id, poor)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Stock Feed') },
    })
    const elsewhere = await makeSession(portal.testDatabase, { type: 'Client Administrator' })
    expect((await put(apiKey._id, elsewhere)).status).toBe(404)
    expect((await put(apiKey._id, maker)).status).toBe(422)
    expect((await put(apiKey._id)).status).toBe(200)
    expect((await put(apiKey._id)).status).toBe(422)
    await sql('update api_keys set expires_at = now()')
    expect((await put(apiKey._id, maker)).status).toBe(422)
  })

  test('only the operator adopts its keys; clients do not see its users’ names', async () => {
    const operator = {
      ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })),
      client: acme,
    }
    const { apiKey: operators } = await makeKey(operator)
    expect(await put(operators._id)).toMatchObject({ status: 403 })
    const { apiKey } = await makeKey()
    const adopted = await put(apiKey._id, operator)
    expect(adopted.status).toBe(200)
    expect(await listed(apiKey._id)).toMatchObject({ owner: 'The operator', isOwn: false })
    // The owner also reads 'The operator' here; the flag says that it is the caller.
    expect(await listed(apiKey._id, operator)).toMatchObject({ owner: 'The operator', isOwn: true })
    expect(adopted.body.apiKey.owner).toBe('The operator')
  })
})
