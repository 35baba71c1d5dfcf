import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accrualsOf } from '../../invoices/parcel-accounts/accrual.ts'
import { compileRules } from '../../invoices/judging/judge.ts'
import {
  billedDetail,
  billedParcel,
  byParcel,
  byWeight,
  consignment,
  DAY,
  despatched,
  factsFor,
  judged,
  pounds,
  rulesOf,
  span,
} from '../../testing/judging-samples.ts'
import {
  anyCharges,
  anyParcels,
  counted,
  divisor,
  flat,
  fuel,
  TERMS_AT,
  when,
  withTerms,
} from '../../testing/terms-samples.ts'
import { book, method } from '../../testing/rule-books.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import { allocate } from '../allocation/allocate.ts'
import type { Consignment, Parcel } from '../allocation/consignment.ts'
import { partsOfCost } from './candidate-cost.ts'
import type { Pricing } from '../prices/costing.ts'
import { explain } from '../allocation/explain.ts'
import { compileBook } from '../rule-book/compile-book.ts'
import type { Terms } from './carrier-terms.ts'

const NEXT_DAY = { carrierService: 'Next Day', methodDescription: 'Next Day' }
const bookOf = (pricing: Pricing, terms: Partial<Terms>) =>
  withTerms(compileBook(book({ currency: 'GBP', methods: [method('M1', 'DPD', 0, { ...NEXT_DAY, pricing })] })), terms)
const order = (parcels: readonly Parcel[], postcode = 'EC1A', overrides: Partial<Consignment> = {}): Consignment => ({
  service: 'STANDARD',
  country: 'GB',
  region: 'EC',
  despatchDay: DAY,
  parcels,
  heldTo: null,
  ...counted(postcode),
  ...overrides,
})
const parcel = (weight: number, overrides: Partial<Parcel> = {}): Parcel => ({
  weight,
  length: 300,
  volume: 5000,
  ...overrides,
})
const costsOf = (compiled: ReturnType<typeof bookOf>, of: Consignment) =>
  allocate(compiled, of, new Float64Array(compiled.carriers.length)).costs[0]
const TWO = [parcel(1500), parcel(1500)]

test.each<[string, Partial<Terms>, Consignment, number]>([
  ['nothing agreed', {}, order(TWO), 7],
  ['fuel, of the price of all parcels', { agreedCharges: [fuel(12.5, '2026-01-01')] }, order(TWO), 7.88],
  ['an amount for each parcel', { agreedCharges: [flat(1.5, 'parcel')] }, order(TWO), 10],
  ['an amount for the consignment', { agreedCharges: [flat(1.5, 'detail')] }, order(TWO), 8.5],
  [
    'a remote area, by district',
    { agreedCharges: [flat(1.5, 'detail', when({ postcodes: ['IV', 'KA27-28'] }))] },
    order(TWO, 'KA27'),
    8.5,
  ],
  ['another district', { agreedCharges: [flat(1.5, 'detail', when({ postcodes: ['IV'] }))] }, order(TWO), 7],
  ['another weekday', { agreedCharges: [flat(1.5, 'detail', when({ weekdays: [5] }))] }, order(TWO), 7],
  ['another service', { agreedCharges: [flat(1.5, 'detail', when({ services: ['By Noon'] }))] }, order(TWO), 7],
  [
    'heavy parcels only',
    { agreedCharges: [flat(1.5, 'parcel', when({ weight: { above: 2000, upTo: null } }))] },
    order([parcel(1500), parcel(2500)]),
    8.5,
  ],
  [
    'an unknown length does not count',
    { agreedCharges: [flat(1.5, 'parcel', when({ length: { above: 100, upTo: null } }))] },
    order([parcel(1500, { length: 0, unknown: ['length'] })]),
    5,
  ],
  ['billed only sometimes', { agreedCharges: [flat(1.5, 'detail', { when: 'if billed' })] }, order(TWO), 7],
  ['of another client', { agreedCharges: [flat(1.5, 'detail', { client: 'BIRCH' })] }, order(TWO), 7],
  ['of another day', { agreedCharges: [flat(1.5, 'detail', { to: '2026-03-01' })] }, order(TWO), 7],
  ['at least', { agreedCharges: [{ ...fuel(1, '2026-01-01'), least: pounds(0.5) }] }, order(TWO), 7.5],
  ['at most', { agreedCharges: [{ ...fuel(50, '2026-01-01'), most: pounds(0.5) }] }, order(TWO), 7.5],
])('%s', (_name, terms, of, expected) => {
  expect(costsOf(bookOf(byParcel(5, 2), terms), of)).toBe(pounds(expected))
})

test('the last fuel counts while the month of the despatch day is not entered, and says so', () => {
  const terms = { agreedCharges: [fuel(10, '2026-01-01', '2026-01-31'), fuel(20, '2026-02-01', '2026-02-28')] }
  const compiled = bookOf(byParcel(5, 2), terms)
  expect(costsOf(compiled, order([parcel(1)]))).toBe(pounds(6))
  expect(partsOfCost(compiled, order([parcel(1)]), 0)?.charges).toMatchObject([{ cost: 10_000, lastOf: '2026-02-28' }])
  // Entered for the day.
  const entered = bookOf(byParcel(5, 2), { agreedCharges: [...terms.agreedCharges, fuel(30, '2026-03-01')] })
  expect(costsOf(entered, order([parcel(1)]))).toBe(pounds(6.5))
  // Too long ago: the carrier has no fuel charge any more.
  expect(costsOf(compiled, order([parcel(1)], 'EC1A', { despatchDay: '2026-05-15' }))).toBe(pounds(5))
})

test('size counts by the divisor where it is known, for the price and for conditions on weight', () => {
  const large = parcel(1500, { volume: 30_000 })
  const compiled = bookOf(byWeight(), {
    divisors: [divisor(5000)],
    agreedCharges: [flat(1, 'parcel', when({ weight: { above: 5000, upTo: null } }))],
  })
  expect(costsOf(compiled, order([large]))).toBe(pounds(8))
  expect(partsOfCost(compiled, order([large]), 0)).toMatchObject({
    price: 70_000,
    bySize: { grams: 6000, divisor: 5000 },
  })
  expect(costsOf(compiled, order([{ ...large, unknown: ['volume'] }]))).toBe(pounds(4))
  expect(costsOf(bookOf(byWeight(), {}), order([large]))).toBe(pounds(4))
})

test('a charge in another currency counts at its rate, and not without one', () => {
  const compiled = bookOf(byParcel(5, 2), { agreedCharges: [flat(1, 'detail', { currency: 'EUR' })] })
  expect(compiled.terms?.get(TERMS_AT)?.currenciesOn(['DPD'], DAY)).toEqual(['EUR'])
  expect(costsOf(compiled, order(TWO, '', counted('', { EUR: 850_000 })))).toBe(pounds(7.85))
  expect(costsOf(compiled, order(TWO))).toBe(pounds(7))
  expect(partsOfCost(compiled, order(TWO), 0)?.uncounted).toEqual([
    { agreedCharge: 'S1', text: 'Remote area', why: 'no rate' },
  ])
})

test('what does not count is named with its reason', () => {
  const compiled = bookOf(byParcel(5, 2), {
    agreedCharges: [
      flat(1, 'detail', { id: '1', code: 'A', text: 'Address', when: 'if billed' }),
      flat(2, 'detail', { id: '2', code: 'B', text: 'Long', ...when({ length: { above: 1, upTo: null } }) }),
      flat(3, 'detail', { id: '3', code: 'C', text: 'Elsewhere', when: 'if billed', ...when({ countries: ['IE'] }) }),
      flat(4, 'detail', {
        id: '4',
        code: 'D',
        text: 'Collection',
        amount: { kind: 'money', money: 1, per: 'collection' },
      }),
      flat(5, 'detail', { id: '5', code: 'E', text: 'Least', amount: { kind: 'minimum', money: 1, per: 'week' } }),
    ],
  })
  expect(partsOfCost(compiled, order([parcel(1, { unknown: ['length'] })]), 0)).toEqual({
    price: 50_000,
    bySize: null,
    charges: [],
    uncounted: [
      { agreedCharge: '2', text: 'Long', why: 'length' },
      { agreedCharge: '1', text: 'Address', why: 'if billed' },
      { agreedCharge: '4', text: 'Collection', why: 'collection' },
      { agreedCharge: '5', text: 'Least', why: 'week' },
    ],
  })
})

test('a decision with terms that are not loaded is refused, and one without terms counts none', () => {
  const compiled = bookOf(byParcel(5, 2), { agreedCharges: [fuel(10, '2026-01-01')] })
  const { terms: _none, ...before } = order(TWO)
  expect(costsOf(compiled, before)).toBe(pounds(7))
  const { terms: _lost, ...without } = compiled
  expect(() => costsOf(without, order(TWO))).toThrow('not loaded')
})

test('the terms decide which candidate is cheapest', () => {
  const methods = [method('CHEAP', 'DPD', 500), method('DEAR', 'UPS', 560)]
  const remote = { agreedCharges: [flat(2, 'detail', when({ postcodes: ['IV'] }))] }
  const compiled = withTerms(compileBook(book({ currency: 'GBP', methods })), remote)
  const chosen = (postcode: string) =>
    compiled.methods[allocate(compiled, order(TWO, postcode), new Float64Array(2)).chosen]?.clientMethodID
  expect([chosen('EC1A'), chosen('IV2')]).toEqual(['CHEAP', 'DEAR'])
})

/** The same parcels as planned and as despatched. */
const asDespatched = (parcels: readonly Parcel[], postcode: string) =>
  consignment(
    parcels.map(({ weight, length, volume, unknown = [] }, index) =>
      despatched(`P${index}`, {
        weight,
        length: unknown.includes('length') ? null : length,
        volume: unknown.includes('volume') ? null : volume,
      }),
    ),
    { postcode, carrierService: 'Next Day' },
  )
const anyCase = fc.record({
  agreedCharges: anyCharges,
  divisors: fc.constantFrom([], [divisor(5000)]),
  parcels: anyParcels,
  postcode: fc.constantFrom(['EC1A', 'EC1A 1BB'], ['IV2', 'IV2 3AB'], ['KA27', 'KA27 8SQ'], ['', '']),
  pricing: fc.constantFrom(byWeight(), byParcel(6.2, 3.8), { ...byWeight(), chargedFor: 'parcel' as const }),
})

test('the whole cost is what parcels accrue when they left as planned', () => {
  fc.assert(
    fc.property(anyCase, ({ parcels, pricing, postcode: [district = '', postcode = ''], ...terms }) => {
      const cost = costsOf(bookOf(pricing, terms), order(parcels, district))
      const rules = compileRules(rulesOf({ methods: [span('M1', 'DPD', pricing, { service: 'Next Day' })], ...terms }))
      const accrued = accrualsOf(asDespatched(parcels, postcode), rules, () => null)
      // What is unknown does not count in allocation, and makes an accrual unknown.
      if (accrued.includes(null)) return
      expect(accrued.reduce((sum: number, one) => sum + (one ?? 0), 0)).toBe(cost)
    }),
    { numRuns: 500 },
  )
})

/**
 * Whether a percentage is of another percentage: a detail rounds the share of each parcel first, so that the two may
 * differ by a penny.
 */
const isOfShares = (charges: readonly AgreedCharge[]): boolean =>
  charges.some(
    ({ amount }) =>
      amount.kind === 'percent' &&
      charges.some((other) => other.amount.kind === 'percent' && amount.of.includes(other.category)),
  )

test('the whole cost is what judging expects of one detail with a row for each parcel', () => {
  fc.assert(
    fc.property(anyCase, ({ parcels, pricing, postcode: [district = '', postcode = ''], ...terms }) => {
      fc.pre(!isOfShares(terms.agreedCharges))
      const cost = costsOf(bookOf(pricing, terms), order(parcels, district))
      const methods = [span('M1', 'DPD', pricing, { service: 'Next Day' })]
      const detail = billedDetail(parcels.map((_, index) => billedParcel(`P${index}`, [])))
      const { expected } = judged(
        detail,
        factsFor(detail, asDespatched(parcels, postcode)),
        rulesOf({ methods, ...terms }),
      )
      if (cost !== -1) expect(expected).toBe(cost)
    }),
    { numRuns: 500 },
  )
})

test('every candidate is explained with its whole cost, also those that cannot take the order', () => {
  const methods = [method('M1', 'DPD', 500), method('M2', 'UPS', 560, { countries: ['IE'] })]
  const agreedCharges = [fuel(10, '2026-01-01'), { ...fuel(10, '2026-01-01'), carrier: 'UPS' }]
  const compiled = withTerms(compileBook(book({ currency: 'GBP', methods })), { agreedCharges })
  const chosenByHand = { clientMethodID: 'M2', overruled: ['country' as const] }
  for (const [of, chosen] of [
    [order(TWO), 'M1'],
    [order(TWO, 'EC1A', { byHand: chosenByHand }), 'M2'],
  ] as const) {
    const decision = allocate(compiled, of, new Float64Array(2))
    const explained = explain(compiled, of, new Map(), decision)
    expect(explained.chosen).toBe(chosen)
    expect(explained.candidates.map(({ clientMethodID, cost }) => [clientMethodID, cost])).toEqual([
      ['M1', 55_000],
      ['M2', 61_600],
    ])
    expect(decision.costs[decision.chosen]).toBe(
      explained.candidates.find((one) => one.clientMethodID === chosen)?.cost,
    )
  }
})
