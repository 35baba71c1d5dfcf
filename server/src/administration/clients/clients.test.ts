import { contract } from '@despatch/contract/contract'
import type { Client } from '@despatch/contract/administration/clients/client'
import type { RouteInput } from '@despatch/contract/route/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku, makeUser } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { makeClientRole } from '../../testing/roles.ts'
import { carrierItem, makeRuleBook } from '../../testing/rule-books.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, create, update, remove } = contract.clients
let portal: TestPortal
let acme: string
let birch: string
/** Internal; of ACME; of BIRCH and ACME. All hold every right. */
let operator: SignedIn
let user: SignedIn & { client: string }
let both: SignedIn & { client: string }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  birch = await makeClient(on)
  operator = await makeSession(on, { clients: [], type: 'Internal Administrator' })
  user = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  both = await makeSession(on, { clients: [birch, acme] })
})
afterAll(() => portal.close())

type NewClient = RouteInput<typeof create>['body']
const unique = () => Math.random().toString(36).slice(2, 10)
const body = (given: Partial<NewClient> = {}): NewClient => ({
  code: `N-${unique()}`,
  name: 'New Shop',
  description: 'Sells boots',
  active: true,
  children: [{ childCode: 'OUTLET', childActive: true }],
  currencyCode: 'EUR',
  mfaRequired: false,
  ...given,
})
const amended = ({ _id, version, ...client }: Client, given: Partial<NewClient> = {}) => {
  const { name, description, active, children, currencyCode, mfaRequired } = { ...client, ...given }
  return { _id, version, name, description, active, children, currencyCode, mfaRequired }
}
const read = async (code: string): Promise<Client> => {
  const answer = await portal.call(list, { query: { id: code } }, operator)
  return answer.body.clients[0] ?? expect.fail(JSON.stringify(answer.body))
}
const auditOf = (code: string) =>
  portal.testDatabase.asOwner(
    'select client_code, act, object, before, after from audit where record = $1 order by audit_id',
    [`client:${code}`],
  )

describe('the list', () => {
  test('internal users see all clients, closed ones too; client users their own', async () => {
    await portal.testDatabase.asOwner('update clients set active = false where client_code = $1', [birch])
    const codes = async (as: SignedIn, query: Record<string, string> = {}) =>
      (await portal.call(list, { query: { limit: '1000', ...query } }, as)).body.clients.map(({ code }) => code)
    expect(await codes(operator)).toEqual(expect.arrayContaining([acme, birch]))
    expect(await codes(operator, { active: 'true' })).not.toContain(birch)
    expect(await codes(user)).toEqual([acme])
    expect(await codes(both)).toEqual([acme])
    expect(await portal.call(list, { query: { id: birch } }, user)).toMatchObject({ status: 404 })
  })

  test('is sorted, searched by code and name, and paged, with the number of users', async () => {
    const mark = unique()
    for (const [name, users] of [
      ['B', 2],
      ['A', 1],
      ['C', 0],
    ] as const) {
      const client = await makeClient(portal.testDatabase, { name: `${name} ${mark}` })
      for (let created = 0; created < users; created++) await makeUser(portal.testDatabase, { clients: [client] })
    }
    const names = async (query: Record<string, string>) => {
      const { clients, total } = (
        await portal.call(list, { query: { search: mark.toUpperCase(), ...query } }, operator)
      ).body
      expect(total).toBe(3)
      return clients.map((client) => `${client.name[0]}${client.users}`)
    }
    expect(await names({ sort: 'name' })).toEqual(['A1', 'B2', 'C0'])
    expect(await names({ sort: 'users', desc: 'true' })).toEqual(['B2', 'A1', 'C0'])
    expect(await names({ sort: 'name', page: '2', limit: '2' })).toEqual(['C0'])
  })
})

describe('creating and changing a client', () => {
  test('a new client is complete, visible to internal users at once, and audited', async () => {
    const created = await portal.call(create, { body: body() }, operator)
    expect(created).toMatchObject({
      status: 200,
      body: { message: 'Data added successfully.', client: { currencyCode: 'EUR', version: 1, users: 0 } },
    })
    const { client } = created.body
    expect(client._id).toBe(client.code)
    expect(await read(client.code)).toEqual(client)
    const current = await portal.call(contract.session.current, {}, operator)
    expect(current.body.client.map(({ code }) => code)).toContain(client.code)
    expect(await auditOf(client.code)).toMatchObject([
      {
        client_code: client.code,
        act: 'client.created',
        before: null,
        after: { name: 'New Shop', children: ['OUTLET'] },
      },
    ])
  })

  test('of two created at once whose codes differ only in case, one is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const code = `x-${unique()}`
      const answers = await Promise.all(
        [code, code.toUpperCase()].map((each) => portal.call(create, { body: body({ code: each }) }, operator)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test('refused: a code that exists in any case, All_client, an unknown currency', async () => {
    expect(await portal.call(create, { body: body({ code: acme.toLowerCase() }) }, operator)).toMatchObject({
      status: 409,
      body: { code: 'already_exists', fields: [{ path: 'code' }] },
    })
    expect(await portal.call(create, { body: body({ code: 'ALL_CLIENT' }) }, operator)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'code' }] },
    })
    for (const refused of [
      await portal.call(create, { body: body({ currencyCode: 'XQQ' }) }, operator),
      await portal.call(update, { body: amended(await read(acme), { currencyCode: 'XQQ' }) }, operator),
    ])
      expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'currencyCode' }] } })
    const child = { childCode: 'a', childActive: true }
    expect(
      (await portal.call(create, { body: body({ children: [child, { ...child, childCode: 'A' }] }) }, operator)).status,
    ).toBe(400)
  })

  test('creating the same code twice at once makes one client', async () => {
    const code = `N-${unique()}`
    const answers = await Promise.all([1, 2, 3].map(() => portal.call(create, { body: body({ code }) }, operator)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('specification 8: a change says "updated successful" and audits the differences', async () => {
    const was = await read(acme)
    const changed = await portal.call(
      update,
      {
        body: amended(was, { name: 'Acme Ltd', mfaRequired: true, children: [{ childCode: 'X', childActive: false }] }),
      },
      operator,
    )
    expect(changed).toMatchObject({
      status: 200,
      body: {
        message: 'updated successful',
        client: { name: 'Acme Ltd', mfaRequired: true, version: was.version + 1, users: 2 },
      },
    })
    expect(await read(acme)).toEqual(changed.body.client)
    expect(await auditOf(acme)).toMatchObject([
      {
        client_code: acme,
        act: 'client.amended',
        before: { name: was.name, mfaRequired: false, children: [] },
        after: { name: 'Acme Ltd', mfaRequired: true, children: ['X (inactive)'] },
      },
    ])
    expect(await portal.call(update, { body: amended(was) }, operator)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
  })

  test('closing a client applies to the next call of its users, even with another client', async () => {
    const SKU = await makeSku(portal.testDatabase, { client: acme })
    const order = (as: SignedIn) =>
      portal.call(contract.orders.create, { body: orderBody({ SKU }) }, { ...as, client: acme })
    expect((await order(user)).status).toBe(200)
    await portal.call(update, { body: amended(await read(acme), { active: false }) }, operator)
    for (const as of [user, both, operator]) expect((await order(as)).status).toBe(403)
    const all = await portal.call(contract.orders.consolidated, { body: {} }, { ...both, client: 'All_client' })
    expect(all).toMatchObject({ status: 200, body: { Orders: [] } })
    await portal.call(update, { body: amended(await read(acme), { active: true }) }, operator)
    expect((await order(user)).status).toBe(200)
  })
})

describe('deleting clients', () => {
  test('the code is never reused: the audit is stored under it', async () => {
    const created = await portal.call(create, { body: body() }, operator)
    const code = created.body.client.code
    expect((await portal.call(remove, { query: { id: code } }, operator)).status).toBe(200)
    expect(await portal.call(create, { body: body({ code }) }, operator)).toMatchObject({
      status: 409,
      body: {
        code: 'already_exists',
        fields: [{ path: 'code', message: expect.stringContaining('was used by an earlier client') }],
      },
    })
  })

  test('a client without data is deleted by id or ids, with its technical rows', async () => {
    const first = await makeClient(portal.testDatabase)
    const codes = [first, await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
    await portal.call(contract.orders.nextCustomerReference, {}, { ...operator, client: first })
    expect(await portal.call(remove, { query: { id: first } }, operator)).toMatchObject({
      status: 200,
      body: { message: 'Data deleted successfully.', deleted: 1 },
    })
    expect(await portal.call(remove, { query: { ids: codes.slice(1).join(',') } }, operator)).toMatchObject({
      body: { deleted: 2 },
    })
    for (const code of codes) {
      expect(await portal.call(list, { query: { id: code } }, operator)).toMatchObject({ status: 404 })
      // Audited under no client: nobody can see the deleted client any more.
      expect(await auditOf(code)).toMatchObject([{ client_code: '', act: 'client.deleted', after: null }])
    }
    expect(await portal.call(remove, { query: { id: first } }, operator)).toMatchObject({ status: 404 })
    expect((await portal.call(remove, { query: {} }, operator)).status).toBe(400)
  })

  test('a client with data is refused with the counts, and nothing is deleted', async () => {
    const SKU = await makeSku(portal.testDatabase, { client: acme })
    await portal.call(contract.orders.create, { body: orderBody({ SKU }) }, user)
    await makeClientRole(portal, acme)
    await makeRuleBook(portal.testDatabase, acme, [carrierItem('DPD')])
    await portal.testDatabase.asOwner(
      `insert into skus (client_code, sku_code) select $1, 'S' || n from generate_series(1, 1100) n`,
      [birch],
    )
    const refused = async (query: Record<string, string>) => {
      const answer = await portal.call(remove, { query }, operator)
      expect(answer).toMatchObject({ status: 409, body: { code: 'in_use' } })
      return (answer.body as { message?: string }).message
    }
    expect(await refused({ id: acme })).toBe(
      `${acme} has 2 users, 1 role, 1 order, 1 SKU and 1 carrier rules version. Make it inactive instead.`,
    )
    expect(await refused({ id: birch })).toBe(`${birch} has 1 user and more than 1,000 SKUs. Make it inactive instead.`)
    const free = await makeClient(portal.testDatabase)
    expect(await refused({ ids: `${free},${acme}` })).toContain(`${acme} has`)
    expect(await read(free)).toBeTruthy()
  })

  test('drafts tried on its rule book are deleted with it', async () => {
    const client = await makeClient(portal.testDatabase)
    await portal.testDatabase.asOwner(
      `insert into what_ifs (client_code, what_if_id, user_id, at, draft, changes, rule_book_version, days, since)
        values ($1, gen_random_uuid(), 1, now(), '{}', '[]', 0, 7, now())`,
      [client],
    )
    expect(await portal.call(remove, { query: { id: client } }, operator)).toMatchObject({ status: 200 })
  })

  test('a column mapping prevents deleting', async () => {
    const client = await makeClient(portal.testDatabase)
    await portal.testDatabase.asOwner(
      `insert into column_mappings (client_code, feed, name, mapping) values ($1, 'orders', 'Shop', '{}')`,
      [client],
    )
    expect(await portal.call(remove, { query: { id: client } }, operator)).toMatchObject({
      status: 409,
      body: { message: `${client} has 1 column mapping. Make it inactive instead.` },
    })
  })

  test('a webhook or a delivery event without an order prevents deleting', async () => {
    const client = await makeClient(portal.testDatabase)
    await portal.testDatabase.asOwner(
      `insert into webhooks (client_code, name, url, secret, events, created_at, created_by)
        values ($1, 'Shop', 'https://example.com', '', '{}', now(), 'someone')`,
      [client],
    )
    await portal.testDatabase.asOwner(
      `insert into delivery_events (client_code, tracking_number, event_key, carrier, code, state, occurred_at, received_at)
        values ($1, 'T-1', gen_random_uuid(), 'DPD', 'X', 'unknown', now(), now())`,
      [client],
    )
    expect(await portal.call(remove, { query: { id: client } }, operator)).toMatchObject({
      status: 409,
      body: { message: `${client} has 1 webhook and 1 delivery event. Make it inactive instead.` },
    })
  })
})

test('client users cannot change any client, even with Edit', async () => {
  const own = await read(acme)
  for (const refused of [
    await portal.call(create, { body: body() }, user),
    await portal.call(update, { body: amended(own, { name: 'Mine' }) }, user),
    await portal.call(update, { body: amended(await read(birch), { name: 'Mine' }) }, user),
    await portal.call(remove, { query: { id: acme } }, user),
    await portal.call(remove, { query: { id: birch } }, user),
  ])
    expect(refused).toMatchObject({ status: 403, body: { code: 'unauthorized_access' } })
  expect(await read(acme)).toEqual(own)
})
