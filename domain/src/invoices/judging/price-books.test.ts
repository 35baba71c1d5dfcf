import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pricingOn } from '../../routing/prices/compile-pricing.ts'
import { anyBook } from '../../testing/rule-books.ts'
import { byWeight, consignment, despatched, span } from '../../testing/judging-samples.ts'
import { serves } from '../../routing/despatch-methods.ts'
import { historyKnownAt, PriceBooks } from './price-books.ts'

const version = (number: number, publishedAt: number) => ({ version: number, publishedAt, by: 'Ann' })

describe('which price applies on a day', () => {
  // Entered on 10 March: £9 from the 1st; on the 20th: £7 from April; on the 25th the method's name, and the end of
  // M2.
  const on = (day: string) => Date.parse(`${day}T12:00:00Z`)
  const ended = span('M2', 'DPD', byWeight(), { fromVersion: 1, toVersion: 4 })
  const history = {
    client: 'ACME',
    currency: 'GBP',
    versions: [
      version(3, on('2026-03-20')),
      version(1, on('2026-02-10')),
      version(2, on('2026-03-10')),
      version(4, on('2026-03-25')),
    ],
    methods: [
      span('M1', 'DPD', byWeight([4]), { fromVersion: 1, toVersion: 2 }),
      span('M1', 'DPD', byWeight([9]), { fromVersion: 2, toVersion: 3, holdsFrom: '2026-03-01' }),
      span('M1', 'DPD', byWeight([7]), { fromVersion: 3, toVersion: 4, holdsFrom: '2026-04-01' }),
      span('M1', 'DPD', byWeight([7]), { fromVersion: 4, holdsFrom: '2026-04-01', service: 'Renamed' }),
      ended,
      span('M3', 'DPD', byWeight([3]), { fromVersion: 4 }),
    ],
  }
  const books = new PriceBooks([history])
  const told = (of: PriceBooks, day: string, instant = on(day)) =>
    of.methodsOn('ACME', day, instant).map(({ method, enteredIn, holdsFrom }) => ({
      id: method.clientMethodID,
      name: method.methodDescription,
      pounds: (method.pricing.primaryCosting?.costingMatrix[0]?.baseCost ?? 0) / 10_000,
      enteredIn: enteredIn.version,
      holdsFrom,
    }))
  const m1 = (of: PriceBooks, day: string) => told(of, day)[0]
  test.each([
    ['2025-12-01', { pounds: 4, enteredIn: 1, holdsFrom: null, name: 'M1' }],
    ['2026-02-28', { pounds: 4, enteredIn: 1, holdsFrom: null }],
    ['2026-03-01', { pounds: 9, enteredIn: 2, holdsFrom: '2026-03-01' }],
    ['2026-03-31', { pounds: 9, enteredIn: 2, name: 'Renamed' }],
    ['2026-04-01', { pounds: 7, enteredIn: 3, holdsFrom: '2026-04-01', name: 'Renamed' }],
  ])('%s: %j', (day, expected) => expect(m1(books, day)).toMatchObject({ id: 'M1', ...expected }))

  test.each([
    ['2026-03-09', { pounds: 4, enteredIn: 1 }],
    ['2026-03-10', { pounds: 9, enteredIn: 2 }],
  ])('3 March as known on %s: %j', (known, expected) => {
    const then = new PriceBooks([historyKnownAt(history, Date.parse(`${known}T23:59:59Z`))])
    expect(m1(then, '2026-03-03')).toMatchObject(expected)
  })

  test('a later entry for an earlier day precedes one for a later day', () => {
    const methods = [
      span('M1', 'DPD', byWeight([4]), { fromVersion: 1, toVersion: 2 }),
      span('M1', 'DPD', byWeight([9]), { fromVersion: 2, toVersion: 3, holdsFrom: '2026-04-01' }),
      span('M1', 'DPD', byWeight([7]), { fromVersion: 3, holdsFrom: '2026-03-01' }),
    ]
    const other = new PriceBooks([{ ...history, methods }])
    expect(['2026-02-28', '2026-03-01', '2026-04-02'].map((day) => m1(other, day)?.pounds)).toEqual([4, 7, 7])
  })

  test('a method exists until it ended, and prices parcels despatched before its contract', () => {
    const ids = (day: string) => told(books, day).map(({ id }) => id)
    expect(ids('2026-03-24')).toEqual(['M1', 'M2', 'M3'])
    expect(ids('2026-03-26')).toEqual(['M1', 'M3'])
  })

  test('a version has the method of its routing decisions', () => {
    expect(books.method('ACME', 2, 'M1')?.fromVersion).toBe(2)
    expect(books.method('ACME', 4, 'M2')).toBeUndefined()
  })

  test('an unknown client has nothing', () => {
    expect([books.methodsOn('X', '2026-03-01', 0), books.isPublished('X'), books.currencyOf('X')]).toEqual([
      [],
      false,
      undefined,
    ])
  })
})

test('a price cached between its changes is the price of the day', () => {
  const days = [
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-21',
  ]
  fc.assert(
    fc.property(anyBook, fc.shuffledSubarray(days, { minLength: 4 }), (book, order) => {
      const books = new PriceBooks([])
      for (const method of book.methods)
        for (const day of order) expect(books.pricingOn(method, day)).toEqual(pricingOn(method.pricing, day))
    }),
  )
})

test.each([
  [['GB'], [], true],
  [['JE'], [], true],
  [['GB'], ['JE'], true],
  [['GB'], ['AB'], false],
  [['FR'], [], false],
])('a method for the countries %j and regions %j covers Jersey in any spelling: %s', (countries, regions, goes) => {
  const { method } = span('M', 'RM', byWeight())
  for (const [country, region] of [
    ['GB', 'JE'],
    ['JE', 'JE'],
    ['JE', null],
  ] as const)
    expect(serves({ ...method, countries, regions }, consignment([despatched('T1')], { country, region }))).toBe(goes)
})
