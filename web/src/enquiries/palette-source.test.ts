import { expect, test } from 'vitest'
import { findingText, looksLikeReference } from './palette-source.ts'

test.each([
  ['ACME-100001', true],
  ['PO 12/3', true],
  ['536365', true],
  ['carrier', false],
  ['orders of last week 3', false],
  ['1'.repeat(51), false],
])('%s looks like a reference: %s', (text, expected) => {
  expect(looksLikeReference(text)).toBe(expected)
})

test.each([
  ['PAL-77', 'Find order PAL-77'],
  ['sw1y4jh', 'Find orders to SW1Y 4JH'],
  ['ada@example.com', 'Find orders of ada@example.com'],
])('finding %s is titled %j', (text, words) => {
  expect(findingText(text)).toBe(words)
})
