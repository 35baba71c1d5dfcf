import { NO_PIECES } from '@despatch/domain/returns/life/return-states'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import { expect, test } from 'vitest'
import type { ReadLine, ReadReturn } from '../portal/read-return.ts'
import { returnView } from './return-view.ts'

const shop = { client: 'ANN', name: 'Ann & Sons', currency: 'GBP', settings: DEFAULT_PAGE_SETTINGS }
const line = (overrides: Partial<ReadLine>): ReadLine => ({
  lineNumber: 1,
  sku: 'HAT',
  quantity: 1,
  resolution: 'refund',
  answer: 'allowed',
  pieces: { ...NO_PIECES, goods: { ...NO_PIECES.goods, announced: 1 } },
  description: 'Hat',
  reason: 'Too small',
  comment: '',
  text: '',
  destination: null,
  owed: 1,
  ...overrides,
})
const shown = (overrides: Partial<ReadReturn>) => {
  const of: ReadReturn = {
    reference: 'R234',
    orderNumber: 'A-1',
    email: '',
    customerName: '',
    announcedAt: new Date('2026-03-20T12:00:00Z'),
    channel: 'portal',
    by: '',
    state: 'announced',
    review: 'none',
    reviewedAt: null,
    reviewedBy: '',
    reviewReason: '',
    bookVersion: 1,
    saw: {} as ReadReturn['saw'],
    parcels: [{ destination: 'returns-centre', lineNumbers: [1], option: null, fee: 0, shopperPays: 0, label: null }],
    fee: 0,
    postage: 0,
    refundDueOn: null,
    exchangeOrder: '',
    exchange: 'none',
    version: 1,
    canWithdraw: true,
    lines: [line({})],
    steps: [],
    ...overrides,
  }
  return returnView({ shop, of, path: '/returns/ANN/R234/key', now: new Date('2026-03-26T12:00:00Z') }).text
}

test('during a partial review the page asks for no parcel and marks accepted lines', () => {
  const text = shown({ review: 'waiting', lines: [line({}), line({ lineNumber: 2, answer: 'review' })] })
  expect(text).toContain('Please don’t send it yet')
  expect(text).not.toContain('note for your parcel')
  expect(text.match(/(?<=class="hint">)[^<]+/g)).toEqual(['Accepted', 'Waiting for our answer'])
})

test.each([
  [['refund'], 'and again when your money is on its way'],
  [['exchange'], 'and then send your replacement.'],
  [['refund', 'exchange'], 'then send your replacement, and email you again when your money is on its way'],
] as const)('the page of a return for %j says what happens next', (resolutions, text) => {
  const lines = resolutions.map((resolution, at) => line({ lineNumber: at + 1, resolution }))
  expect(shown({ lines })).toContain(text)
})

const step = (overrides: Partial<ReadReturn['steps'][number]>) => ({
  number: 1,
  step: 'refunded',
  at: new Date('2026-03-25T12:00:00Z'),
  by: 'ops.user',
  reason: '',
  pieces: [{ lineNumber: 1, quantity: 1 }],
  amount: null,
  deduction: null,
  mailedAt: null,
  ...overrides,
})

test('the page gives refunds, deductions and rejections with their reasons', () => {
  const paid = step({ amount: 52_500, deduction: 10_000, reason: 'Returns fee' })
  const text = shown({ state: 'refunded', steps: [paid, step({ step: 'rejected', reason: 'It was worn' })] })
  expect(text).toMatch(/We refunded £5\.25 for 1 × Hat on\s25 March 2026\. We took off £1\.00: Returns fee\./)
  expect(text).toContain('We can’t refund 1 × Hat: It was worn.')
  const less = shown({ state: 'refunded', steps: [step({ amount: 52_500, reason: 'The box was open' })] })
  expect(less).toMatch(/We refunded £5\.25 for 1 × Hat on\s25 March 2026\. The box was open\./)
})

test('the page names refused items beside those that can still be sent', () => {
  const lines = [line({}), line({ lineNumber: 2, description: 'Scarf', answer: 'refused' })]
  const steps = [step({ step: 'refused', reason: 'Seal broken', pieces: [{ lineNumber: 2, quantity: 1 }] })]
  const text = shown({ review: 'refused', reviewReason: 'Seal broken', lines, steps })
  expect(text).toContain('We can’t accept Scarf: Seal broken.')
  expect(text).toContain('note for your parcel')
})

test('the page promises a refund by its deadline, and apologises if it is late', () => {
  expect(shown({ refundDueOn: '2026-03-26' })).toContain('You’ll have your refund by 26 March 2026.')
  const late = shown({ refundDueOn: '2026-03-25', steps: [step({ amount: 52_500 })] })
  expect(late).toContain('We’re sorry: the rest of your refund was due by 25 March 2026 and is late.')
  expect(late).not.toContain('You’ll have')
})
