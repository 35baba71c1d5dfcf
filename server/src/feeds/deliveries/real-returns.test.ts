import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import type { RowFeedSummary } from '@despatch/contract/feeds/feeds'
import { columnMapping } from '@despatch/contract/feeds/mapping'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { findWrongFigures } from '../../testing/wrong-figures.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = join(root, '../shared/real/orders')
const files = ['28', '29', '30'].map((day) => join(folder, `uk-retail-2011-11-${day}.csv`))
const hasFiles = files.every((file) => existsSync(file))

describe('the cancellations of three days of a real UK retailer, fed as returns', () => {
  beforeEach((context) => context.skip(!hasFiles, `the files of ${folder} are not there`))
  let on: FeedPortal
  beforeAll(async () => {
    if (!hasFiles) return
    on = await openFeedPortal()
    const sales = columnMapping.parse(JSON.parse(readFileSync(join(root, 'docs/feeds/uk-retail-goods.json'), 'utf8')))
    // Postage is returned like goods; only rows that are no sales are left out.
    await on.saveMapping('sales', { ...sales, leaveOut: sales.leaveOut.slice(0, 2) })
    const returns = columnMapping.parse(
      JSON.parse(readFileSync(join(root, 'docs/feeds/uk-retail-returns.json'), 'utf8')),
    )
    await on.saveMapping('cancellations', returns, 'returns')
    for (const file of files) await on.feed(readFileSync(file), { mapping: 'sales' })
  }, 120_000)
  afterAll(() => on?.portal.close())

  const feedAll = async () => {
    const answers: { summary: RowFeedSummary; refused: FeedRefusal[] }[] = []
    for (const file of files)
      answers.push(await on.feedRows('returns', readFileSync(file), { mapping: 'cancellations' }))
    const sum = (count: (summary: RowFeedSummary) => number) =>
      answers.reduce((all, one) => all + count(one.summary), 0)
    return {
      created: sum(({ created }) => created),
      unchanged: sum(({ unchanged }) => unchanged),
      refused: answers.flatMap(({ refused }) => refused),
    }
  }
  const held = () =>
    on.rows(`select count(*)::int as lines, sum(quantity)::int as pieces, count(distinct return_reference)::int as returns,
      sum(surplus)::int as surplus, count(received_on)::int as received from return_lines where client_code = $1`)

  test('match 18 earlier sales of the same customer; the other 100 have reasons', async () => {
    const first = await feedAll()
    expect(first).toMatchObject({ created: 18, unchanged: 0 })
    expect(await held()).toEqual([{ lines: 18, pieces: 458, returns: 8, surplus: 0, received: 18 }])
    const later = first.refused.filter(({ reason }) => reason.includes('only after it was returned'))
    expect([first.refused.length, later.length]).toEqual([100, 4])
    const words = Map.groupBy(first.refused, ({ reason }) => reason)
    expect(Object.fromEntries([...words].map(([reason, rows]) => [reason, rows.length]))).toMatchInlineSnapshot(`
      {
        "Order number and customer account are missing. A return needs one of them, unless its reference is known": 1,
        "This client has no such SKU": 5,
        "This customer bought this SKU only after it was returned. Enter the order number, or correct the date": 4,
        "This customer has not bought this SKU. Enter the order number, or import that order first": 90,
      }
    `)

    const again = await feedAll()
    expect(again).toMatchObject({ created: 0, unchanged: 18 })
    expect(again.refused).toHaveLength(100)
    expect(await held()).toEqual([{ lines: 18, pieces: 458, returns: 8, surplus: 0, received: 18 }])
    expect(await findWrongFigures(on.portal.database)).toEqual([])
  })
})
