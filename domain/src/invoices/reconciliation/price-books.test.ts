import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pricingOn } from '../../routing/prices/compile-pricing.ts'
import { anyBook } from '../../testing/rule-books.ts'
import { byWeight, consignment, despatched, span } from '../../testing/judging-samples.ts'
import { serves } from './find-method.ts'
import { PriceBooks } from './price-books.ts'

const version = (number: number, publishedAt: number) => ({ version: number, publishedAt, by: 'Ann' })

describe('which version was in force', () => {
  const books = new PriceBooks([
    {
      client: 'ACME',
      currency: 'GBP',
      versions: [version(3, 300), version(1, 100), version(2, 200)],
      methods: [
        span('M1', 'DPD', byWeight(), { fromVersion: 1, toVersion: 3 }),
        span('M1', 'DPD', byWeight([9]), { fromVersion: 3 }),
        span('M2', 'DPD', byWeight(), { fromVersion: 2, toVersion: 3 }),
      ],
    },
  ])
  test.each([
    [99, undefined],
    [100, 1],
    [199, 1],
    [200, 2],
    [300, 3],
    [999, 3],
  ])('at %i: %s', (instant, number) => {
    expect(books.versionAt('ACME', instant)?.version).toBe(number)
  })
  test.each([
    [1, ['M1']],
    [2, ['M1', 'M2']],
    [3, ['M1']],
  ])('version %i has the methods %j', (number, ids) => {
    expect(books.methods('ACME', number).map(({ method }) => method.clientMethodID)).toEqual(ids)
  })
  test('a method is that of its version', () => {
    expect(books.method('ACME', 2, 'M1')?.fromVersion).toBe(1)
    expect(books.method('ACME', 3, 'M1')?.fromVersion).toBe(3)
    expect(books.method('ACME', 3, 'M2')).toBeUndefined()
  })
  test('a client that nobody knows has nothing', () => {
    expect([books.versionAt('X', 999), books.methods('X', 1), books.currencyOf('X')]).toEqual([
      undefined,
      [],
      undefined,
    ])
  })
})

test('a price kept between its changes is the price of the day', () => {
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
        for (const day of order)
          expect(books.pricingOn({ fromVersion: 1, toVersion: null, method }, day)).toEqual(
            pricingOn(method.pricing, day),
          )
    }),
  )
})

test.each([
  [['GB'], [], true],
  [['JE'], [], true],
  [['GB'], ['JE'], true],
  [['GB'], ['AB'], false],
  [['FR'], [], false],
])(
  'a method of the countries %j and regions %j goes to Jersey, however it is written: %s',
  (countries, regions, goes) => {
    const { method } = span('M', 'RM', byWeight())
    for (const [country, region] of [
      ['GB', 'JE'],
      ['JE', 'JE'],
      ['JE', null],
    ] as const)
      expect(serves({ ...method, countries, regions }, consignment([despatched('T1')], { country, region }))).toBe(goes)
  },
)
