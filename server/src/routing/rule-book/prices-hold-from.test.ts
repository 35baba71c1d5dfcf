import type { Pricing } from '@despatch/domain/routing/prices/costing'
import { isPriced, usualHoldsFrom } from '@despatch/domain/routing/prices/holds-from'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { makeClient } from '../../testing/factories.ts'
import { methodItem } from '../../testing/rule-books.ts'
import { createTestDatabase } from '../../testing/test-database.ts'

const database = await createTestDatabase({ empty: true })
afterAll(() => database.drop())

const NONE: Pricing = { pricingMethod: 'None', primaryCosting: null, secondaryCosting: null }
const CHARGE = { incrementalCost: 0, incrementStart: 0, increment: 0 }
type Row = readonly [cost: number, since?: string | null, until?: string]
const rows = (...given: readonly Row[]): Pricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: {
    ...CHARGE,
    baseCost: 0,
    fromParcel: 1,
    costingMatrix: given.map(([baseCost, since = null, until], at) => ({
      ...CHARGE,
      chargeID: `C${at}`,
      baseCost,
      from: 0,
      to: null,
      effectiveFrom: until ? null : since,
      effectiveBetween: until && since ? { from: since, to: until } : null,
    })),
  },
  secondaryCosting: null,
})
const single = (baseCost: number): Pricing => ({
  pricingMethod: 'By Parcel',
  primaryCosting: { ...CHARGE, baseCost, fromParcel: 1, costingMatrix: [] },
  secondaryCosting: null,
})

test('prices that are there hold from the usual day of when they were entered', async () => {
  await migrate({ ownerUrl: database.ownerUrl, upTo: '0740-prices-hold-from.sql' })
  await makeClient(database, { code: 'ACME', name: 'Acme' })
  const pricings = [
    NONE,
    single(4),
    single(4),
    single(5),
    rows([5]),
    rows([5], [6, '2026-01-03']),
    rows([5], [6, '2026-01-03'], [7, '2026-02-01']),
    rows([5], [6, '2026-01-02'], [7, '2026-02-01'], [9, '2026-01-20', '2026-01-22']),
    rows([5], [7, '2026-02-01']),
    rows([8, '2026-03-01']),
    NONE,
    rows([8, '2026-03-01']),
    rows([8, '2026-03-01'], [9, '2026-04-01']),
  ]
  await database.asOwner(`insert into rule_book_heads values ('ACME', $1)`, [pricings.length])
  const expected: (string | null)[] = []
  let before: Pricing | null = null
  for (const [index, pricing] of pricings.entries()) {
    const [version, day] = [index + 1, `2026-01-${String(10 + index)}`]
    await database.asOwner(
      `insert into rule_books (client_code, version, published_at, by_name, summary, changes) values ('ACME', $1, $2, 'test', '', 1)`,
      [version, `${day}T12:00:00Z`],
    )
    const { content } = methodItem('M', 'C', 1, { pricing })
    await database.asOwner(
      `insert into rule_book_items (client_code, kind, item_key, from_version, to_version, content) values ('ACME', 'method', 'M', $1, $2, $3)`,
      [version, version === pricings.length ? null : version + 1, JSON.stringify(content)],
    )
    const isSame = JSON.stringify(pricing) === JSON.stringify(pricings[index - 1])
    expected.push(isSame ? (expected.at(-1) ?? null) : usualHoldsFrom(before, pricing, day))
    if (before || isPriced(pricing)) before = pricing
  }
  await migrate({ ownerUrl: database.ownerUrl })
  const found = await database.asOwner('select holds_from::text as day from rule_book_items order by from_version')
  expect(found.map(({ day }) => day)).toEqual(expected)
})
