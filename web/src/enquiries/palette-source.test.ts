import { expect, test } from 'vitest'
import { looksLikeReference } from './palette-source.ts'

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
