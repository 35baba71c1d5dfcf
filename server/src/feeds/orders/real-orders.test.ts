import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeedSummary } from '@despatch/contract/feeds/feeds'
import { columnMapping } from '@despatch/contract/feeds/mapping'
import { ORDER_REFUSED } from '@despatch/domain/feeds/existing-orders/existing-order'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, '../shared/real/orders')
const files = ['28', '29', '30'].map((day) => join(folder, `uk-retail-2011-11-${day}.csv`))
const hasFiles = files.every((file) => existsSync(file))

/** Reads the rows of a file without the product's own code. */
function rowsOf(file: string) {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true })
  return rows.map((row) => ({
    invoice: row['InvoiceNo'] ?? '',
    code: row['StockCode'] ?? '',
    quantity: Number(row['Quantity']),
    price: Number(row['UnitPrice']),
  }))
}

const NO_GOODS = ['POST', 'DOT', 'C2', 'M', 'D', 'BANK CHARGES', 'AMAZONFEE', 'CRUK']
/** Whether the mapping in docs/ accepts a row. */
const isGoods = ({ invoice, code, price }: ReturnType<typeof rowsOf>[number]) =>
  !/^[CA]/.test(invoice) && price !== 0 && !NO_GOODS.includes(code)

describe('three days of a real UK retailer', () => {
  beforeEach((context) => context.skip(!hasFiles, `the files of ${folder} are not there`))
  let on: FeedPortal
  const mapping = columnMapping.parse(JSON.parse(readFileSync(join(root, 'docs/feeds/uk-retail-goods.json'), 'utf8')))
  beforeAll(async () => {
    on = await openFeedPortal()
    await on.saveMapping('uk-retail', mapping)
    await on.saveMapping('cancellations-only', { ...mapping, leaveOut: mapping.leaveOut.slice(0, 1) })
  })
  afterAll(() => on.portal.close())
  const feed = (file: string, name = 'uk-retail') => on.feed(readFileSync(file), { mapping: name })
  const held = () =>
    on.rows(`select count(*)::int as orders, sum(quantity)::int as pieces, sum(item_count)::int as lines,
      sum(total_value)::float as value from orders where client_code = $1`)

  test('match the orders counted independently, and change nothing when sent again', async () => {
    const all = files.flatMap(rowsOf)
    const goods = all.filter(isGoods)
    const summaries: FeedSummary[] = []
    for (const file of files) summaries.push((await feed(file)).summary)
    const sum = (count: (summary: FeedSummary) => number) => summaries.reduce((all, one) => all + count(one), 0)
    expect(sum(({ read }) => read)).toBe(all.length)
    expect(sum(({ created }) => created)).toBe(goods.length)
    expect(sum(({ leftOut }) => leftOut)).toBe(all.length - goods.length)
    expect(sum(({ refused }) => refused)).toBe(0)
    expect(sum(({ skusCreated }) => skusCreated)).toBe(new Set(goods.map(({ code }) => code.toLowerCase())).size)
    const before = await held()
    expect(before[0]).toMatchObject({
      orders: new Set(goods.map(({ invoice }) => invoice)).size,
      lines: goods.length,
      pieces: goods.reduce((pieces, { quantity }) => pieces + quantity, 0),
    })
    const value = goods.reduce((total, { quantity, price }) => total + quantity * price, 0)
    expect(before[0]?.['value']).toBeCloseTo(value, 2)

    for (const file of files) {
      const again = await feed(file)
      expect(again.summary).toMatchObject({ created: 0, ordersCreated: 0, skusCreated: 0, refused: 0 })
    }
    expect(await held()).toEqual(before)
  })

  test('keep the retailer’s accounts and countries', async () => {
    const rows = await on.rows(
      `select customer_account, ordered_at, country from orders where client_code = $1 and order_number = '579003'`,
    )
    expect(rows).toEqual([{ customer_account: '14741', ordered_at: new Date('2011-11-28T08:48:00Z'), country: 'GB' }])
    const irish = await on.rows(`select count(*)::int from orders where client_code = $1 and country = 'IE'`)
    expect(irish[0]?.['count']).toBeGreaterThan(0)
  })

  test('have rows that are no order lines refused without a rule', async () => {
    const file = files[2] ?? ''
    const fed = await feed(file, 'cancellations-only')
    const negative = rowsOf(file).filter(({ invoice, quantity }) => !invoice.startsWith('C') && quantity < 0)
    expect(fed.refused.filter(({ column }) => column === 'Quantity')).toHaveLength(negative.length)
    expect(fed.refused.filter(({ reason }) => reason === ORDER_REFUSED)).toEqual([])
  })
})
