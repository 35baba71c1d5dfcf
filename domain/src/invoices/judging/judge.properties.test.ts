import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyBook } from '../../testing/rule-books.ts'
import { agreed, billedDetail, billedParcel, consignment, despatched, rulesOf } from '../../testing/judging-samples.ts'
import { CHARGE_CATEGORIES } from '../../routing/terms/charge-category.ts'
import type { DetailFacts, EarlierCharge, RowMatch } from './facts.ts'
import type { JudgedDetail, JudgedRow } from './judged.ts'
import { compileRules, judge } from './judge.ts'
import { CHARGE_UNITS } from '../../routing/terms/agreed-charge.ts'

const CODES = ['FRT', 'FSC', 'RAS', '']
const anyMoney = fc.integer({ min: -90_000, max: 300_000 })
const anyCharge = fc.record({
  code: fc.constantFrom(...CODES),
  text: fc.constantFrom('Carriage', 'Fuel'),
  category: fc.constantFrom('base' as const, 'base' as const, ...CHARGE_CATEGORIES),
  net: anyMoney,
  line: fc.nat(99),
})
const anyCharges = fc.array(anyCharge, { maxLength: 4 })
const anyLeg = fc.constantFrom('outbound' as const, 'outbound' as const, 'return' as const, 'adjustment' as const)
const anyDay = fc.constantFrom('2026-03-01', '2026-03-02')
const anyEarlier: fc.Arbitrary<readonly EarlierCharge[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  fc.array(
    fc.tuple(anyCharge, anyLeg, anyDay).map(([charge, leg, shipmentDay]) => ({
      ...charge,
      leg,
      shipmentDay,
      invoiceNumber: 'I1',
    })),
    { maxLength: 3 },
  ),
)
const anyAmount = fc.oneof(
  fc.record({
    kind: fc.constant('percent' as const),
    percent: fc.nat(400_000),
    of: fc.subarray(['base', 'fuel', 'remote area', 'other'] as const),
    per: fc.constantFrom('detail' as const, 'invoice' as const),
  }),
  fc.record({ kind: fc.constant('money' as const), money: fc.nat(50_000), per: fc.constantFrom(...CHARGE_UNITS) }),
)
const anyAgreed = fc
  .array(
    fc.record({
      code: fc.constantFrom(...CODES),
      category: fc.constantFrom('fuel' as const, 'remote area' as const, 'other' as const, 'return to sender' as const),
      amount: anyAmount,
      when: fc.constantFrom('always' as const, 'if billed' as const),
      least: fc.option(fc.nat(9000)),
      most: fc.option(fc.integer({ min: 9000, max: 90_000 })),
      client: fc.option(fc.constantFrom('ACME', 'BIRCH')),
      from: anyDay,
    }),
    { maxLength: 4 },
  )
  .map((all) => all.map((one, index) => agreed(`A${index}`, one)))

const anyWeight = fc.option(fc.nat(30_000))
const anyParcel = fc.record({
  weight: anyWeight,
  plannedWeight: anyWeight,
  volume: fc.option(fc.nat(90_000)),
  isReturned: fc.boolean(),
  despatchedAt: fc.integer({ min: 0, max: 3 }),
})
const anyCase = fc.record({
  methods: anyBook.map((book) => book.methods),
  agreedCharges: anyAgreed,
  hasDivisor: fc.boolean(),
  parcels: fc.array(anyParcel, { minLength: 1, maxLength: 4 }),
  method: fc.constantFrom('M0', 'M1', ''),
  carrier: fc.constantFrom('DPD', 'DPD', 'DHL'),
  leg: anyLeg,
  service: fc.constantFrom('', 'Parcel', 'Method 0', 'Strange'),
  rows: fc.array(
    fc.record({
      charges: anyCharges,
      earlier: anyEarlier,
      billedWeight: anyWeight,
      match: fc.constantFrom('parcel', 'parcel', 'parcel', 'consignment', 'order', 'none'),
    }),
    { maxLength: 4 },
  ),
  own: fc.record({ charges: anyCharges, earlier: anyEarlier }),
  pieces: fc.nat(5),
  rate: fc.option(fc.integer({ min: 500_000, max: 1_500_000 })),
  currency: fc.constantFrom('GBP', 'GBP', 'EUR'),
})
type Case = typeof anyCase extends fc.Arbitrary<infer Of> ? Of : never

function judgeCase(of: Case): JudgedDetail {
  const left = consignment(
    of.parcels.map((parcel, index) => despatched(`P${index}`, parcel)),
    {
      clientMethodID: of.method,
      decision: { clientMethodID: 'M0', version: 1, day: '2026-03-01', grams: [900, 1200] },
    },
  )
  const rules = rulesOf({
    prices: [
      {
        client: 'ACME',
        currency: 'GBP',
        versions: [
          { version: 1, publishedAt: 1, by: 'Ann' },
          { version: 2, publishedAt: 3, by: 'Ben' },
        ],
        methods: of.methods.map((method, index) => ({
          fromVersion: 1,
          toVersion: index === 2 ? 2 : null,
          holdsFrom: null,
          method: { ...method, carrier: index === 0 ? 'DPD' : method.carrier },
        })),
      },
    ],
    agreedCharges: of.agreedCharges,
    divisors: of.hasDivisor
      ? [{ id: 'V1', carrier: 'DPD', client: null, from: '2025-01-01', to: null, by: 'Ann', divisor: 5000 }]
      : [],
  })
  const matchOf = (kind: string, index: number): RowMatch => {
    if (kind === 'parcel') return { kind, consignment: left, index: index % left.parcels.length }
    if (kind === 'consignment') return { kind, consignment: left }
    return kind === 'order' ? { kind, client: 'ACME', orderNumber: 'O1' } : { kind: 'none', why: 'unknown' }
  }
  const detail = billedDetail(
    of.rows.map(({ charges, billedWeight }, index) => billedParcel(`P${index}`, charges, { billedWeight })),
    { leg: of.leg, service: of.service, pieces: of.pieces, charges: of.own.charges },
  )
  const facts: DetailFacts = {
    carrier: of.carrier,
    currency: of.currency,
    rateOf: () => of.rate,
    parcels: of.rows.map(({ match, earlier }, index) => ({ match: matchOf(match, index), earlier })),
    own: { match: { kind: 'consignment', consignment: left }, earlier: of.own.earlier },
  }
  return judge(detail, facts, compileRules(rules))
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)

function isExact({ verdict, billed, expected, variance, causes, charges }: JudgedRow) {
  if (verdict === 'Not judged') {
    expect([expected, variance, causes]).toEqual([null, null, {}])
    return
  }
  expect(variance).toBe(billed - (expected ?? Number.NaN))
  expect(sum(Object.values(causes))).toBe(variance)
  expect(sum(charges.map((charge) => charge.billed))).toBe(billed)
  expect(sum(charges.map((charge) => charge.expected))).toBe(expected)
  expect(Object.values(causes)).not.toContain(0)
  expect(verdict === 'Matched' && variance !== 0).toBe(false)
  for (const amount of [billed, expected, variance, ...Object.values(causes)])
    expect(amount).toSatisfy(Number.isInteger)
}

test('causes add up to the variance, charges to their totals, and rows to details', () => {
  fc.assert(
    fc.property(anyCase, (of) => {
      const result = judgeCase(of)
      const rows = [...result.parcels, result.own]
      isExact(result)
      const isBorne = (row: JudgedRow) => row.reasons.some(({ kind }) => kind === 'billed whole')
      for (const row of rows) if (!isBorne(row)) isExact(row)
      expect(sum(rows.map(({ billed }) => billed))).toBe(result.billed)
      if (result.verdict === 'Not judged') return
      expect(sum(rows.map(({ expected }) => expected ?? 0))).toBe(result.expected)
      const taxed = (all: readonly { category: string; net: number }[]) =>
        sum(all.filter(({ category }) => category !== 'tax').map(({ net }) => net))
      expect(result.billed).toBe(taxed(of.own.charges) + sum(of.rows.map(({ charges }) => taxed(charges))))
    }),
    { numRuns: 1500 },
  )
})

test('the same facts give the same verdict, whatever the order of agreements', () => {
  fc.assert(
    fc.property(anyCase, (of) => {
      const turned = { ...of, agreedCharges: of.agreedCharges.toReversed() }
      expect(judgeCase(turned)).toEqual(judgeCase(of))
    }),
    { numRuns: 300 },
  )
})

test('rounding is at most a penny for each billed or omitted line', () => {
  fc.assert(
    fc.property(anyCase, (of) => {
      const { parcels } = judgeCase(of)
      for (const [index, row] of parcels.entries()) {
        const lines = (of.rows[index]?.charges.length ?? 0) + of.agreedCharges.length
        expect(Math.abs(row.causes.rounding ?? 0)).toBeLessThanOrEqual(100 * lines)
      }
    }),
    { numRuns: 2000 },
  )
})
