import fc from 'fast-check'
import type { Day } from '../calendar/day.ts'
import type { Consignment, Parcel, TermsCounted } from '../routing/allocation/consignment.ts'
import type { CompiledBook } from '../routing/rule-book/compile-book.ts'
import type { AgreedCharge, AgreedDivisor } from '../routing/terms/agreed-charge.ts'
import { CarrierTerms, type Terms } from '../routing/terms/carrier-terms.ts'
import { ClientTerms } from '../routing/terms/client-terms.ts'
import type { Conditions } from '../routing/terms/conditions.ts'
import { agreed, pounds } from './judging-samples.ts'

/** Terms of carriers for tests, written by hand or random. */

export const TERMS_AT = '2026-02-01T00:00:00.000Z'

export const NO_CONDITIONS: Conditions = {
  countries: [],
  postcodes: [],
  zones: [],
  services: [],
  weekdays: [],
  weight: null,
  length: null,
  volume: null,
}

export const when = (conditions: Partial<Conditions>): Pick<AgreedCharge, 'conditions'> => ({
  conditions: { ...NO_CONDITIONS, ...conditions },
})

export const divisor = (of: number, overrides: Partial<AgreedDivisor> = {}): AgreedDivisor => ({
  id: `V${of}`,
  carrier: 'DPD',
  client: null,
  from: '2025-01-01',
  to: null,
  by: 'Ann',
  divisor: of,
  ...overrides,
})

/** A compiled book that counts these terms for consignments with {@link counted}. */
export const withTerms = (
  compiled: CompiledBook,
  { agreedCharges = [], divisors = [] }: Partial<Terms>,
): CompiledBook => {
  const { client, currency = 'GBP' } = compiled.book
  const terms = new ClientTerms(new CarrierTerms({ agreedCharges, divisors }), { client, currency })
  return { ...compiled, terms: new Map([[TERMS_AT, terms]]) }
}

/** The terms that a consignment counts. */
export const counted = (postcode = '', rates?: TermsCounted['rates']): Pick<Consignment, 'terms'> => ({
  terms: { at: TERMS_AT, postcode, ...(rates && { rates }) },
})

const anyRange = fc
  .tuple(fc.nat(30), fc.nat(30))
  .map(([above, more]) => ({ above: above * 1000, upTo: (above + more + 1) * 1000 }))

const anyConditions = fc.record({
  countries: fc.constantFrom([], [], ['GB'], ['IE']),
  postcodes: fc.constantFrom([], [], ['IV', 'KA27-28'], ['EC1A']),
  zones: fc.constantFrom(
    [],
    [],
    [{ code: 'H', rows: [{ name: 'Highlands', countries: ['GB'], postcodes: ['IV'], from: '2026-01-01', to: null }] }],
    [{ code: 'E', rows: [{ name: 'Ended', countries: ['GB'], postcodes: [], from: '2025-01-01', to: '2025-12-31' }] }],
  ),
  services: fc.constantFrom([], [], ['Next Day'], ['Two Day']),
  weekdays: fc.constantFrom([], [], [0, 1], [5]),
  weight: fc.option(anyRange, { freq: 2 }),
  length: fc.option(anyRange, { freq: 1 }),
  volume: fc.option(anyRange, { freq: 1 }),
})

const anyMoney = fc.nat(500).map((pence) => pence * 100)
const anyAmount: fc.Arbitrary<AgreedCharge['amount']> = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.nat(300_000),
    of: fc.constantFrom(['base' as const], ['base' as const, 'remote area' as const], ['oversize' as const]),
    per: fc.constantFrom('detail' as const, 'detail' as const, 'invoice' as const),
  }),
  fc.record({
    kind: fc.constant('money' as const),
    money: anyMoney,
    per: fc.constantFrom('parcel' as const, 'parcel' as const, 'detail' as const, 'week' as const),
  }),
)

export const anyCharges: fc.Arbitrary<readonly AgreedCharge[]> = fc
  .array(
    fc.record({
      category: fc.constantFrom('fuel' as const, 'remote area' as const, 'oversize' as const, 'peak' as const),
      code: fc.constantFrom('', 'FSC', 'RAS', 'BIG'),
      amount: anyAmount,
      when: fc.constantFrom('always' as const, 'always' as const, 'if billed' as const),
      least: fc.option(anyMoney, { freq: 1 }),
      most: fc.option(
        fc.nat(500).map((pence) => (pence + 500) * 100),
        { freq: 1 },
      ),
      client: fc.constantFrom(null, null, 'ACME', 'BIRCH'),
      conditions: fc.option(anyConditions, { nil: undefined }),
      from: fc.constantFrom('2025-01-01', '2026-03-01'),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((one, index) => agreed(`A${index}`, { ...one, text: `Charge ${index}` })))

export const anyParcels: fc.Arbitrary<readonly Parcel[]> = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 29_000 }),
    length: fc.nat(40_000),
    volume: fc.nat(60_000),
    unknown: fc.constantFrom(undefined, undefined, undefined, ['length' as const, 'volume' as const]),
  }),
  { minLength: 1, maxLength: 4 },
)

/** A charge of fuel in percent of the price, for the days of a month. */
export const fuel = (percent: number, from: Day, to: Day | null = null): AgreedCharge =>
  agreed(`F${percent}`, {
    text: 'Fuel',
    code: 'FSC',
    from,
    to,
    amount: { kind: 'percent', percent: percent * 10_000, of: ['base'], per: 'detail' },
  })

/** Money for each parcel, or the whole consignment. */
export const flat = (money: number, per: 'parcel' | 'detail', overrides: Partial<AgreedCharge> = {}): AgreedCharge =>
  agreed(`S${money}`, {
    category: 'remote area',
    code: 'RAS',
    text: 'Remote area',
    amount: { kind: 'money', money: pounds(money), per },
    ...overrides,
  })
