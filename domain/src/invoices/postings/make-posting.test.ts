import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorUnitOf } from '../../money/minor-units.ts'
import { CHARGE_CATEGORIES } from '../../routing/terms/charge-category.ts'
import { PAYABLES } from '../dispute.ts'
import { type InvoiceToPost, makePosting, postingNumber, roundToMinorUnits, TAX_CODES } from './make-posting.ts'

const NOTHING = { currency: 'GBP', costs: [], taxes: [], claims: [], settled: [], accrued: [] } satisfies InvoiceToPost
const base = (net: number, client = 'ACME') => ({ client, category: 'base' as const, taxCode: 'Taxed' as const, net })
const claim = (amount: number, payable: (typeof PAYABLES)[number]) => ({
  client: 'ACME',
  category: 'base' as const,
  payable,
  amount,
})
const short = (invoice: Partial<InvoiceToPost>) =>
  makePosting({ ...NOTHING, ...invoice }).map(({ account, category, client, debit, credit }) =>
    [account, category, client, debit - credit].filter((part) => part !== '').join(' '),
  )

test('cost by category, client and tax code is separate from tax, and is payable', () => {
  expect(
    makePosting({
      ...NOTHING,
      costs: [base(45_000), { ...base(4500), category: 'fuel', taxCode: 'No tax' }],
      taxes: [{ client: 'ACME', tax: 9000 }],
    }),
  ).toEqual([
    { account: 'Carriage', category: 'base', client: 'ACME', taxCode: 'Taxed', debit: 45_000, credit: 0 },
    { account: 'Carriage', category: 'fuel', client: 'ACME', taxCode: 'No tax', debit: 4500, credit: 0 },
    { account: 'Input tax', category: '', client: 'ACME', taxCode: '', debit: 9000, credit: 0 },
    { account: 'Carriers payable', category: '', client: '', taxCode: '', debit: 0, credit: 58_500 },
  ])
})

test.each([
  ['billed less disputed', ['Carriers payable -36000', 'Withheld from carriers -10000']],
  ['billed', ['Carriers payable -46000']],
] as const)('a dispute is not cost, and is paid by the terms %s', (payable, paid) => {
  expect(
    short({ costs: [base(45_000)], taxes: [{ client: 'ACME', tax: 1000 }], claims: [claim(10_000, payable)] }),
  ).toEqual(['Carriage base ACME 35000', 'Disputed with carriers ACME 10000', 'Input tax ACME 1000', ...paid])
})

test.each([
  ['billed less disputed', ['Disputed with carriers ACME -10000', 'Withheld from carriers 10000']],
  ['billed', ['Disputed with carriers ACME -10000', 'Carriers payable 10000']],
] as const)('a credit settles the dispute only once with the terms %s', (payable, lines) => {
  const settled = [{ ...claim(10_000, payable), disputeClient: 'ACME', isWithdrawn: false }]
  expect(short({ costs: [base(-10_000)], settled })).toEqual(lines)
  // A lump sum belongs to no client: it clears the claim of the client whose dispute it settles, and is nobody's
  // carriage.
  const lump = settled.map((one) => ({ ...one, client: '' }))
  expect(short({ costs: [base(-10_000, '')], settled: lump })).toEqual(lines)
})

test.each(PAYABLES)('a credit of an invoice that was never posted adds nothing, with %s', (payable) => {
  const settled = [{ ...claim(10_000, payable), disputeClient: 'ACME', isWithdrawn: true }]
  expect(short({ costs: [base(-10_000)], settled })).toEqual([])
  expect(short({ costs: [base(-12_000)], settled })).toEqual(['Carriage base ACME -2000', 'Carriers payable 2000'])
})

test("an unclaimed credit reduces cost, and each client's accrual is reversed", () => {
  expect(short({ costs: [base(-5000)], accrued: [{ client: 'ACME', cost: 45_050 }] })).toEqual([
    'Carriage base ACME -5000',
    'Carriers payable 5000',
    'Accrued carriage ACME 45100',
    'Carriage accrual ACME -45100',
  ])
})

test('shares in pennies add up to the total', () => {
  expect(roundToMinorUnits([3333, 3333, 3334], 10_000, 100)).toEqual([3300, 3300, 3400])
  expect(roundToMinorUnits([50, 50], 100, 100)).toEqual([100, 0])
  expect(roundToMinorUnits([-150, 250], 100, 100)).toEqual([-100, 200])
  expect(postingNumber(12)).toBe('P-000012')
})

const amount = fc.integer({ min: -9_000_000, max: 90_000_000 })
const positive = fc.integer({ min: 1, max: 9_000_000 })
const client = fc.constantFrom('', 'ACME', 'BIRCH')
const category = fc.constantFrom(...CHARGE_CATEGORIES)
const anyClaim = { client, category, payable: fc.constantFrom(...PAYABLES), amount: positive }
const invoices = fc.record({
  currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
  costs: fc.array(fc.record({ client, category, taxCode: fc.constantFrom(...TAX_CODES), net: amount }), {
    maxLength: 12,
  }),
  taxes: fc.array(fc.record({ client, tax: amount }), { maxLength: 3 }),
  claims: fc.array(fc.record(anyClaim), { maxLength: 4 }),
  settled: fc.array(fc.record({ ...anyClaim, disputeClient: client, isWithdrawn: fc.boolean() }), { maxLength: 4 }),
  accrued: fc.array(fc.record({ client, cost: positive }), { maxLength: 3 }),
})

test('debits equal credits, in whole minor units, for any invoice', () => {
  fc.assert(
    fc.property(invoices, (invoice) => {
      const lines = makePosting(invoice)
      const sum = (of: 'debit' | 'credit') => lines.reduce((total, line) => total + line[of], 0)
      expect(sum('debit')).toBe(sum('credit'))
      for (const { debit, credit } of lines) {
        const penny = minorUnitOf(invoice.currency)
        expect([debit % penny, credit % penny]).toEqual([0, 0])
        expect(Math.min(debit, credit)).toBe(0)
      }
    }),
  )
})

test('payable plus withheld is the billed amount with tax, except what was never posted', () => {
  fc.assert(
    fc.property(invoices, (invoice) => {
      const paid = makePosting(invoice)
        .filter(({ account }) => account === 'Carriers payable' || account === 'Withheld from carriers')
        .reduce((total, { debit, credit }) => total + credit - debit, 0)
      const billed =
        invoice.costs.reduce((total, { net }) => total + net, 0) +
        invoice.taxes.reduce((total, { tax }) => total + tax, 0) +
        invoice.settled.reduce((total, { isWithdrawn, amount: of }) => total + (isWithdrawn ? of : 0), 0)
      expect(Math.abs(paid - billed)).toBeLessThanOrEqual(minorUnitOf(invoice.currency) / 2)
    }),
  )
})
