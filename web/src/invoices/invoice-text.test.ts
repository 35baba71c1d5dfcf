import { VERDICTS } from '@despatch/domain/invoices/invoice'
import { expect, test } from 'vitest'
import { dueState } from './due-state.ts'
import {
  amountText,
  byUrgency,
  causeShares,
  causesText,
  statedText,
  sumText,
  varianceText,
  verdictsText,
  weightDifference,
} from './invoice-text.ts'

test('a weight difference reads as a finance clerk would say it, if there is one', () => {
  expect(weightDifference({ billedWeight: '12.4', ourWeight: '11' })).toBe(
    'Carrier billed 12.4 kg; 11.0 kg was despatched',
  )
  expect(weightDifference({ billedWeight: '11.0', ourWeight: '11' })).toBeUndefined()
  expect(weightDifference({ billedWeight: '11', ourWeight: null })).toBeUndefined()
})

test.each([
  ['1.2', 'GBP', '+£1.20'],
  ['-1234.5', 'GBP', '−£1,234.50'],
  ['0', 'EUR', '€0.00'],
  ['3', '', '+3.00'],
])('a variance of %s %s is %s', (amount, currency, text) => {
  expect(varianceText(amount, currency)).toBe(text)
})

test('an amount without a known currency has no symbol', () => {
  expect(amountText('1234.5', '')).toBe('1,234.50')
})

test('the shares of a cause bar cover all differences, the largest first', () => {
  const causes = [
    { cause: 'price', amount: '-1.00' },
    { cause: 'weight or size', amount: '3.00' },
    { cause: 'rounding', amount: '0.00' },
  ] as const
  expect(causeShares(causes).map(({ cause, share }) => [cause, share])).toEqual([
    ['price', 0.25],
    ['weight or size', 0.75],
  ])
  expect(causesText(causes, 'GBP')).toBe('Weight or size +£3.00, Price −£1.00')
})

test('sums are exact where floating-point numbers are not', () => {
  expect(sumText(['0.1', '0.2', '-0.0001'])).toBe('0.2999')
})

test('payable verdicts come last, undecidable ones before them, wrong ones first', () => {
  const verdicts = VERDICTS.map((verdict, index) => ({
    verdict,
    rows: index + 1,
    undecided: 0,
    billed: '0',
    variance: '0',
  }))
  const order = byUrgency(verdicts).map(({ verdict }) => verdict)
  expect(order).toEqual([
    'Overcharged',
    'Not despatched',
    'Already billed',
    'Not found',
    'Undercharged',
    'Not judged',
    'Within tolerance',
    'Matched',
  ])
  expect(verdictsText(verdicts.slice(3, 5))).toBe('4 not checked, 5 matched')
})

test.each([
  ['0.00', 'Line 3 states £100.00 net, and its rows add up to it.'],
  ['-4.00', 'Line 3 states £100.00 net, but its rows total £96.00. That is £4.00 less.'],
  ['0.01', 'Line 3 states £100.00 net, but its rows total £100.01. That is £0.01 more.'],
])('a stated sum with a difference of %s shows it, and the line', (difference, text) => {
  expect(statedText({ what: 'net', amount: '100.00', difference, line: 3 }, 'GBP')).toBe(text)
})

test.each([
  ['2026-11-20', 'late', 'Payment was due 2 days ago'],
  ['2026-11-22', 'soon', 'Payment is due today'],
  ['2026-11-23', 'soon', 'Payment is due in 1 day'],
  ['2026-12-22', undefined, undefined],
])('an undecided invoice that is due on %s is %s', (dueDay, kind, text) => {
  const state = dueState({ dueDay, status: 'Imported' }, '2026-11-22')
  expect([state?.kind, state?.text]).toEqual([kind, text])
  expect(dueState({ dueDay, status: 'Accepted' }, '2026-11-22')).toBeUndefined()
})
