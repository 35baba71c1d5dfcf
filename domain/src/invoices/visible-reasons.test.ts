import { expect, test } from 'vitest'
import { SEES_EVERYTHING } from '../administration/clients/visibility.ts'
import { pounds } from '../testing/judging-samples.ts'
import { reasonText } from './judging/reason-text.ts'
import type { Reason } from './judging/reasons.ts'
import { visibleReasons } from './visible-reasons.ts'

const reasons: readonly Reason[] = [
  {
    kind: 'price',
    client: 'ACME',
    clientMethodID: 'M1',
    method: 'Next Day',
    pricingMethod: 'By Parcel',
    setIn: 4,
    setBy: 'Ann',
    entered: { at: Date.parse('2026-11-28T09:00:00Z'), holdsFrom: '2026-11-01' },
    day: '2026-10-02',
    place: 1,
    of: 1,
    upTo: pounds(9),
    before: 0,
    rows: [],
  },
  {
    kind: 'agreed charge',
    agreedCharge: 'A1',
    text: 'Fuel',
    amount: { kind: 'percent', percent: 100_000, of: ['base'], per: 'detail' },
    by: 'Ann',
    from: '2026-10-01',
    billed: pounds(0.9),
    expected: pounds(0.9),
  },
  {
    kind: 'our change',
    because: 'price',
    thought: pounds(4),
    expected: pounds(9),
    decidedMethod: 'M1',
    decidedVersion: 6,
  },
  { kind: 'not judged', why: 'several methods', detail: 'Two Day, Economy' },
  { kind: 'already billed', invoiceNumber: 'I-9', line: 3 },
]
const told = (onlooker: Parameters<typeof visibleReasons>[1]) =>
  visibleReasons(reasons, onlooker)
    .map((reason) => reasonText(reason, { carrier: 'DPD', currency: 'GBP', priceCurrency: 'GBP', method: (id) => id }))
    .join('\n')

test("the operator's staff see everything", () => {
  const text = told({ isOperator: true, sees: SEES_EVERYTHING })
  for (const part of [
    '28 Nov 2026 by Ann, in carrier rules version 4',
    '(Ann)',
    'rules version 6',
    'Two Day, Economy',
    'I-9, line 3',
  ])
    expect(text).toContain(part)
})

test('a client user sees every amount, but no names, versions, other methods or invoices', () => {
  expect(told({ isOperator: false, sees: { ...SEES_EVERYTHING, staffNames: false, otherMethods: false } })).toBe(
    [
      'The parcel costs £9.00 with Next Day, by its price. The price was entered on 28 Nov 2026 and applies from 1 Nov 2026.',
      'Fuel: 10% of base is agreed since 1 Oct 2026, which makes £0.90.',
      'Routing expected £4.00; the expected cost is now £9.00. Another price applies on the despatch date.',
      'We couldn’t calculate what DPD may bill. The method is unknown, and several match.',
    ].join('\n'),
  )
})
