import { feeds } from '@despatch/contract/feeds/feeds'
import { FEEDS, type Feed } from '@despatch/domain/feeds/feed-fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
let me: SignedIn & { client: string }
beforeAll(async () => {
  portal = await openTestPortal()
  me = await makeSession(portal.testDatabase)
})
afterAll(() => portal.close())

const save = (feed: Feed, columns: Record<string, string>, as: SignedIn = me) =>
  portal.call(feeds.saveMapping, { params: { feed, name: 'theirs' }, body: { columns } }, as)
const list = async (as: SignedIn = me) => (await portal.call(feeds.mappings, {}, as)).body.mappings

const COLUMNS: Record<Feed, Record<string, string>> = {
  orders: { orderNumber: 'No', SKU: 'Item', quantity: 'Qty' },
  despatches: { orderNumber: 'No', trackingNumber: 'Label' },
  'delivery-events': { trackingNumber: 'Label', carrier: 'By', code: 'Code', occurredAt: 'When' },
  returns: { returnReference: 'RMA', orderNumber: 'No', SKU: 'Item', quantity: 'Qty', event: 'What' },
  stock: { SKU: 'Item', stockOnHand: 'Count' },
  skus: { SKU: 'Item', weight: 'Grams' },
}

describe('a mapping', () => {
  test.each(FEEDS)('of the %s feed is saved under its name and listed', async (feed) => {
    expect((await save(feed, COLUMNS[feed])).body).toEqual({ message: 'The mapping theirs is saved.' })
    const found = (await list()).find((one) => one.feed === feed)
    expect(found).toMatchObject({ name: 'theirs', mapping: { columns: COLUMNS[feed], encoding: 'utf-8' } })
  })

  test.each<[Feed, Record<string, string>, string, string]>([
    ['despatches', { trackingNumber: 'Label' }, 'columns', 'orderNumber needs a column'],
    ['stock', { stockOnHand: 'Item' }, 'columns', 'SKU needs a column'],
    ['orders', { ...COLUMNS.orders, stockOnHand: 'Count' }, 'columns', 'There is no field stockOnHand'],
  ])('of the %s feed with %j is refused at %s', async (feed, columns, path, message) => {
    const { status, body } = await save(feed, columns)
    expect([status, body]).toMatchObject([400, { fields: [{ path, message }] }])
  })

  test('is saved and listed only with permission for its feed', async () => {
    const stock = await makeSession(portal.testDatabase, {
      clients: [me.client],
      holds: (leaf) => leaf === 'feeds.stockFeed',
    })
    expect((await list(stock)).map(({ feed }) => feed)).toEqual(['stock'])
    expect((await save('stock', COLUMNS.stock, stock)).status).toBe(200)
    expect((await save('orders', COLUMNS.orders, stock)).status).toBe(403)
  })

  test('of another client is not listed', async () => {
    expect(await list(await makeSession(portal.testDatabase))).toEqual([])
  })
})
