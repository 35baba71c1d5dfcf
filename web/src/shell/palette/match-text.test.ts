import { expect, test } from 'vitest'
import { matchScore, wordsOf } from './match-text.ts'

const score = (text: string, label: string, more: { description?: string; words?: string } = {}) =>
  matchScore(wordsOf(text), { label, ...more })
const lenient = (text: string, label: string) => matchScore(wordsOf(text), { label }, true)

test.each([
  ['release', 'Release 12 orders…'],
  ['capacity set', 'Carrier Capacity Set Up'],
  ['logout', 'Sign out'],
  ['hold', 'Suspend…'],
  ['tariffs', 'Carrier Prices'],
  ['night', 'Colours: Dark'],
  ['excel', 'Export this list to CSV'],
  ['2fa', 'Two-factor sign-in'],
  ['log out', 'Sign out'],
  ['log off now', 'Sign out now'],
  ['sign-out', 'Sign out'],
  ['preferences', 'Client Specific Parameters'],
  ['help', 'Keyboard shortcuts'],
  ['Café', 'CAFE LATTE'],
])('%j leads to %j', (text, label) => {
  expect(score(text, label)).toBeGreaterThan(0)
})

test.each([
  ['release', 'Carrier Prices'],
  ['release orders', 'Release all'],
  ['logout', 'Sign in'],
  ['relaese', 'Release all'],
])('%j does not lead to %j', (text, label) => {
  expect(score(text, label)).toBe(0)
})

test.each([
  ['relaese', 'Release all'],
  ['caarrier', 'Carrier Prices'],
  ['relase', 'Release all'],
  ['reconciliatoin', 'Invoice Reconciliation'],
  ['capcity', 'Carrier Capacity Set Up'],
])('with a typing error %j leads to %j', (text, label) => {
  expect(lenient(text, label)).toBeGreaterThan(0)
})

test.each([
  ['bike', 'Like'],
  ['abc', 'Abd'],
  ['smith', 'Switch client'],
])('%j does not count as a typing error for %j', (text, label) => {
  expect(lenient(text, label)).toBe(0)
})

test('beginnings of labels rank above words in them, words above parts, labels above descriptions', () => {
  const scores = [
    score('order', 'Orders to release'),
    score('order', 'View New Orders'),
    score('order', 'Reorder'),
    score('order', 'Home', { words: 'orders' }),
  ]
  expect(scores.toSorted((a, b) => b - a)).toEqual(scores)
  expect(new Set(scores).size).toBeGreaterThan(2)
})
