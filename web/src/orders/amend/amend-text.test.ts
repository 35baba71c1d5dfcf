import { expect, test } from 'vitest'
import type { AmendmentSide } from '@despatch/contract/orders/amend/amend-order'
import { differencePhrase, type Preview, previewSentence } from './amend-text.ts'

const side = (carriers: string[], cost: string | null, exception: string | null = null): AmendmentSide => ({
  routing: {
    consignments: carriers.map((carrierName) => ({
      carrier: carrierName,
      carrierName,
      methodDescription: 'Next Day',
      cost: '1.00',
      despatchDay: '2026-07-10',
    })),
    exception,
  },
  cost,
  despatchDate: '2026-07-10',
  quantity: 1,
  totalValue: '1.00',
})
const NONE = side([], null, 'No carrier serves France')
const preview = (before: AmendmentSide, after: AmendmentSide, costDifference: string | null): Preview => ({
  isChanged: true,
  before,
  after,
  costDifference,
  decisions: [{} as Preview['decisions'][number]],
  lines: null,
})

test.each([
  [preview(side(['DPD'], '1.00'), side(['DPD'], '1.00'), '0.00'), 'Same carrier and cost.'],
  [preview(side(['DPD'], '1.00'), side(['DPD'], '2.50'), '1.50'), 'Same carrier, for £1.50 more.'],
  [preview(side(['DPD'], '2.50'), side(['DHL'], '1.00'), '-1.50'), 'New carrier: DHL, Next Day, for £1.50 less.'],
  [preview(side(['DPD'], '1.00'), side(['DHL'], '1.00'), '0.00'), 'New carrier: DHL, Next Day, for as much.'],
  [preview(side(['DPD'], '1.00'), NONE, null), 'If saved, the order has no carrier and becomes a routing exception.'],
  [preview(NONE, NONE, null), 'The order remains a routing exception.'],
  [
    preview(NONE, side(['DPD', 'DHL'], '2.00'), null),
    'The order is no longer a routing exception: DPD, Next Day and DHL, Next Day.',
  ],
  [{ ...preview(NONE, NONE, null), isChanged: false }, 'No changes yet that affect allocation.'],
  [
    { ...preview(side([], null), side([], null), null), decisions: [] },
    'The order is suspended and will be allocated on release.',
  ],
])('effect on allocation in a sentence', (shown, sentence) => {
  expect(previewSentence(shown, 'GBP')).toBe(sentence)
})

test.each([
  [null, ''],
  ['0.00', 'the same'],
  ['-0.5', '£0.50 less'],
  ['1234.5', '£1,234.50 more'],
])('a difference of %s: %s', (difference, words) => {
  expect(differencePhrase(difference, 'GBP')).toBe(words)
})

test('costs are in the given currency', () => {
  expect(differencePhrase('1.5', 'EUR')).toBe('€1.50 more')
  expect(previewSentence(preview(side(['DPD'], '1.00'), side(['DPD'], '2.50'), '1.50'), 'EUR')).toBe(
    'Same carrier, for €1.50 more.',
  )
})
