import { expect, test } from 'vitest'
import { pounds } from '../../testing/judging-samples.ts'
import type { PriceRowUsed, Reason } from './reasons.ts'
import { reasonText, type ReasonNames } from './reason-text.ts'

const telling: ReasonNames = { carrier: 'DPD', currency: 'GBP', priceCurrency: 'GBP', method: (id) => `Method ${id}` }
const row: PriceRowUsed = {
  costing: 'primary',
  chargeID: 'C3',
  from: 10_000,
  to: 15_000,
  effectiveFrom: '2026-10-01',
  effectiveBetween: null,
  quantity: 12_400,
  cost: pounds(7),
}
const weight = { kind: 'weight', billed: 12_400, used: 11_000, from: 'despatched', row, isSizeUnagreed: false } as const
const price = {
  kind: 'price',
  client: 'ACME',
  clientMethodID: 'M1',
  method: 'Next Day',
  pricingMethod: 'By Weight Matrix',
  setIn: 4,
  setBy: 'Ann',
  entered: { at: Date.parse('2026-11-28T09:00:00Z'), holdsFrom: '2026-11-01' },
  day: '2026-10-02',
  place: 2,
  of: 3,
  upTo: pounds(9),
  before: pounds(7),
  rows: [row],
} as const
const agreed = {
  kind: 'agreed charge',
  agreedCharge: 'A1',
  text: 'Fuel',
  amount: { kind: 'percent', percent: 125_000, of: ['base'], per: 'detail' },
  by: 'Ann',
  from: '2026-10-01',
  billed: pounds(0.9),
  expected: pounds(0.5),
} as const
const allowance = { money: pounds(0.5), percent: 20_000 }

test.each<[Reason, string]>([
  [
    { ...weight, amount: 0 },
    'DPD billed 12.4 kg; 11 kg was despatched. By price row C3 (above 10 kg up to 15 kg, since 1 Oct 2026) that makes no difference.',
  ],
  [
    { ...weight, amount: pounds(1.2), row: null },
    'DPD billed 12.4 kg; 11 kg was despatched. By the price that makes £1.20 more.',
  ],
  [
    price,
    'Parcel 2 of 3 costs £2.00 with Next Day, by price row C3 (above 10 kg up to 15 kg, since 1 Oct 2026). The price was entered on 28 Nov 2026 by Ann, in carrier rules version 4, and applies from 1 Nov 2026.',
  ],
  [
    { ...price, setIn: null, entered: { ...price.entered, holdsFrom: null }, of: 1, place: 1, before: 0, rows: [] },
    'The parcel costs £9.00 with Next Day, by its price. The price was entered on 28 Nov 2026 by Ann and applies to every day.',
  ],
  [
    { ...price, entered: undefined, of: 1, place: 1, before: 0, rows: [] },
    'The parcel costs £9.00 with Next Day, by its price. The price was entered by Ann, in carrier rules version 4.',
  ],
  [agreed, 'Fuel: 12.5% of base is agreed since 1 Oct 2026 (Ann), which makes £0.50. DPD billed £0.90.'],
  [
    { ...agreed, billed: 0 },
    'Fuel: 12.5% of base is agreed since 1 Oct 2026 (Ann), which makes £0.50. DPD billed nothing.',
  ],
  [
    { kind: 'service', billed: 'By Nine', despatched: 'Next Day', method: null, amount: pounds(3) },
    "DPD billed 'By Nine'; Next Day was despatched. 'By Nine' is not contracted, so all of the difference is its own.",
  ],
  [
    { kind: 'number', billed: 4, despatched: 3, amount: pounds(2) },
    'DPD billed 4 parcels; 3 parcels were despatched. That makes £2.00 more.',
  ],
  [
    { kind: 'tolerance', client: null, row: allowance, charge: allowance, beyond: 'row' },
    'The tolerance for DPD is £0.50 and 2% per row and £0.50 and 2% per charge. The row exceeds it.',
  ],
  [
    { kind: 'correction', category: 'credit', earlier: pounds(2), due: 0, billed: pounds(-3), expected: pounds(-2) },
    'DPD had billed £2.00 too much; of the credit of £3.00, £2.00 corrects that.',
  ],
  [
    {
      kind: 'our change',
      because: 'price',
      thought: pounds(4),
      expected: pounds(5),
      decidedMethod: 'M1',
      decidedVersion: 6,
    },
    'Routing expected £4.00; the expected cost is now £5.00. Carrier rules version 6 priced it, but another price applies on the despatch date.',
  ],
  [
    { kind: 'not judged', why: 'no rate', detail: 'GBP EUR' },
    'We couldn’t calculate what DPD may bill. An exchange rate is missing: GBP to EUR.',
  ],
  [
    { kind: 'not judged', why: 'no rate', detail: 'GBP ' },
    'We couldn’t calculate what DPD may bill. The invoice has no currency.',
  ],
  [{ kind: 'not despatched', orderNumber: 'O1' }, 'Order O1 has no parcel despatched with DPD.'],
])('%#', (reason, text) => {
  expect(reasonText(reason, telling)).toBe(text)
})

test.each([
  ['GBP', '£9.00'],
  ['JPY', '¥9'],
  ['KWD', /^KWD\s9\.000$/],
] as const)('an amount in %s has the decimals of that currency', (currency, amount) => {
  const text = reasonText(
    { kind: 'not checked', code: '', text: 'Duty', category: 'customs', billed: pounds(9), unknown: 'duties' },
    { ...telling, currency },
  )
  const [, written = ''] =
    /^DPD billed (.*) for 'Duty'\. Duties are not agreed, so it is not checked\.$/.exec(text) ?? []
  expect(written).toMatch(amount)
})
