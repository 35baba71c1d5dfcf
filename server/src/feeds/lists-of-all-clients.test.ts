import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku } from '../testing/factories.ts'
import { csv } from '../testing/feed-portal.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { feeds, stock, webhooks } = contract
const ALL = 'All_client'
type Person = SignedIn & { client: string }

let portal: TestPortal
let acme: Person
let birch: Person
let both: Person
beforeAll(async () => {
  portal = await openTestPortal({ webhookAllow: [] })
  acme = await makeSession(portal.testDatabase)
  birch = await makeSession(portal.testDatabase)
  both = { ...(await makeSession(portal.testDatabase, { clients: [acme.client, birch.client] })), client: ALL }
  for (const [as, pieces] of [
    [acme, 10],
    [birch, 25],
  ] as const) {
    await makeSku(portal.testDatabase, { client: as.client, code: 'LAMP', description: `Lamp of ${as.client}` })
    const fed = await fetch(`${portal.url}/api/feeds/stock`, {
      method: 'POST',
      headers: { access_token: as.token, client: as.client, 'content-type': 'text/csv' },
      body: csv([['LAMP', pieces, '2026-03-01']], 'SKU,stockOnHand,asOf'),
    })
    expect(fed.status).toBe(200)
    const body = { name: 'Shop', url: 'https://hooks.invalid/hooks', events: ['order.created' as const], active: true }
    expect((await portal.call(webhooks.create, { body }, as)).status).toBe(200)
  }
})
afterAll(() => portal.close())

const theirs = () => [acme.client, birch.client].toSorted()

test.each([
  ['webhooks', async (as: Person) => (await portal.call(webhooks.list, { query: {} }, as)).body.webhooks],
  ['import history', async (as: Person) => (await portal.call(feeds.runs, { query: { feed: 'stock' } }, as)).body.runs],
  ['stock', async (as: Person) => (await portal.call(stock.listStock, { body: {} }, as)).body.rows],
])('%s: all of the caller’s clients, or one; never another’s', async (_list, rowsFor) => {
  const clientsFor = async (as: Person) => (await rowsFor(as)).map(({ client }) => client).toSorted()
  expect(await clientsFor(both)).toEqual(theirs())
  expect(await clientsFor({ ...both, client: birch.client })).toEqual([birch.client])
  expect(await clientsFor({ ...acme, client: ALL })).toEqual([acme.client])
})

test('stock of several clients keeps each client’s own figures and titles', async () => {
  const { body } = await portal.call(stock.listStock, { body: {} }, both)
  expect(body.total).toBe(2)
  expect(Object.fromEntries(body.rows.map((row) => [row.client, [row.title, row.stock_on_hand]]))).toEqual({
    [acme.client]: [`Lamp of ${acme.client}`, 10],
    [birch.client]: [`Lamp of ${birch.client}`, 25],
  })
})
