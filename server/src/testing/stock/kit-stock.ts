import { contract } from '@despatch/contract/contract'
import { expect } from 'vitest'
import { checkFacts, foldFacts } from '../../figures/deltas.ts'
import { stockFacts } from '../../stock/ledger/stock-facts.ts'
import { makeSession } from '../factories.ts'
import { csv, type FeedPortal } from '../feed-portal.ts'
import { orderBody } from '../order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from '../rule-books.ts'

const { stock, orders } = contract
type Rows = (string | number)[][]
type ReservedFor = { purpose?: 'order' | 'wholesale'; orderNumber?: string; customerAccount?: string }

/**
 * Opens a client with two kits, TABLE (a TOP and four LEGs) and BENCH (a SEAT and four LEGs), counted stock, and
 * functions on it.
 */
export async function openKits(on: FeedPortal, { TABLE = 10, TOP = 5, SEAT = 5, LEG = 40 } = {}) {
  const as = await makeSession(on.portal.testDatabase)
  const items = [carrierItem('DPD', { name: 'DPD UK' }), methodItem('M1', 'DPD')]
  await makeRuleBook(on.portal.testDatabase, as.client, items)
  const fed = async (feed: Parameters<FeedPortal['feedRows']>[0], header: string, rows: Rows) => {
    const answer = await on.feedRows(feed, csv(rows, header), { as })
    expect(answer).toMatchObject({ status: 200, refused: [] })
    return answer.summary
  }
  const count = (...rows: Rows) =>
    fed(
      'stock',
      'SKU,stockOnHand,asOf',
      rows.map(([SKU = '', pieces = 0, at = '2026-03-01']) => [SKU, pieces, at]),
    )
  const setBoxes = (...rows: Rows) => fed('skus', 'SKU,boxes', rows)
  await setBoxes(['TABLE', 'TOP; LEG x 4'], ['BENCH', 'SEAT; LEG x 4'])
  await count(['TABLE', TABLE], ['TOP', TOP], ['SEAT', SEAT], ['LEG', LEG])
  return { as, fed, count, setBoxes, ...ordersOf(on, as, fed), ...stockOf(on, as) }
}

type Feed = (feed: 'despatches', header: string, rows: Rows) => Promise<unknown>

function ordersOf(on: FeedPortal, as: FeedPortal['me'], fed: Feed) {
  const orderFor = (customerAccount: string, orderNo: string, ...goods: (readonly [string, number])[]) => {
    const items = goods.map(([SKU, quantity]) => ({ SKU, quantity }))
    return on.portal.call(orders.create, { body: { ...orderBody({ SKU: '', orderNo }), customerAccount, items } }, as)
  }
  const order = (orderNo: string, ...items: (readonly [string, number])[]) => orderFor('', orderNo, ...items)
  return {
    order,
    makeFor: async (...of: Parameters<typeof orderFor>) => expect((await orderFor(...of)).status).toBe(200),
    make: async (...of: Parameters<typeof order>) => expect((await order(...of)).status).toBe(200),
    async cancel(orderNumber: string) {
      const body = { commandId: crypto.randomUUID(), orders: [{ clientCode: as.client, orderNumber }] }
      expect((await on.portal.call(orders.cancel, { body }, as)).status).toBe(200)
    },
    send: (number: string, ...goods: (readonly [string, number])[]) =>
      fed(
        'despatches',
        'orderNumber,trackingNumber,carrier,despatchedAt,SKU,quantity',
        goods.map((of) => [number, `T${number}`, 'DPD', '2026-03-02 12:00', ...of]),
      ),
    async shortOrders() {
      await foldFacts(on.portal.database, [stockFacts])
      const { body } = await on.portal.call(orders.list, { body: { shortOfStock: true } }, as)
      return body.Orders.map(({ orderNumber }) => orderNumber).toSorted()
    },
  }
}

function stockOf(on: FeedPortal, as: FeedPortal['me']) {
  return {
    reserve: (sku: string, pieces: number, overrides: ReservedFor = {}) => {
      const body = { sku, type: 'SELLABLE', pieces, purpose: 'promotion' as const, until: '2099-12-31', ...overrides }
      return on.portal.call(stock.addReservation, { body }, as)
    },
    release: (id: string) => on.portal.call(stock.releaseReservation, { params: { id }, query: {} }, as),
    /** On hand, reserved, promised and available of SKUs; checks that they agree with the records. */
    async figures(...skus: string[]) {
      expect(await checkFacts(on.portal.database, [stockFacts])).toEqual({ stock: 0 })
      const { body } = await on.portal.call(stock.listStock, { body: {} }, as)
      return skus.map((sku) => {
        const row = body.rows.find((one) => one.sku === sku) ?? expect.fail(`no row of ${sku}`)
        return [row.stock_on_hand, row.reserved_stock, row.promised_stock, row.available_stock]
      })
    },
    async available(sku: string, orderNumber = '') {
      const { body } = await on.portal.call(stock.availableStock, { body: { skus: [sku], orderNumber } }, as)
      return body.rows[0]?.available
    },
    settings: (chosen: object) =>
      on.portal.testDatabase.asOwner(
        `insert into client_settings (client_code, settings) values ($1, $2)
         on conflict (client_code) do update set settings = excluded.settings`,
        [as.client, chosen],
      ),
  }
}
