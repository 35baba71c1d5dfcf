import { expect, test } from 'vitest'
import type { OrderStatus } from '../order-status.ts'
import { notSentText, shortfallText, whyNotClose, whyNotReopen } from './sent-short.ts'

const items = (...quantities: number[]) =>
  quantities.map((quantity, index) => ({ SKU: 'ABCDE'[index] ?? '', quantity }))

test.each([
  [items(1), 1, '1 of SKU A', 'was not sent'],
  [items(2), 1, '2 of SKU A', 'were not sent'],
  [items(1, 1), 2, '1 of SKU A and 1 of SKU B', 'were not sent'],
  [items(1200, 1, 3), 3, '1,200 of SKU A, 1 of SKU B and 3 of SKU C', 'were not sent'],
  [items(1), 2, '1 of SKU A and some of 1 more SKU', 'were not sent'],
  [items(1, 2), 1002, '1 of SKU A, 2 of SKU B and some of 1,000 more SKUs', 'were not sent'],
])('%o of %i SKUs: %s', (some, SKUs, words, were) => {
  expect(shortfallText({ items: some, SKUs })).toBe(words)
  expect(notSentText({ items: some, SKUs })).toBe(`${words} ${were}`)
})

const short = { items: items(1), SKUs: 1, isClosed: false }
const closed = { ...short, isClosed: true }
const NEVER = /^It is not closed short, or the missing units have since been sent$/

test.each<[OrderStatus, typeof short | undefined, RegExp | undefined, RegExp | undefined]>([
  ['D', short, undefined, NEVER],
  ['D', undefined, /^Nothing is known to be missing from it/, NEVER],
  ['D', closed, /^It is closed short already$/, undefined],
  ['V', closed, /^It is closed short already$/, undefined],
  ['V', short, /^It is delivered already$/, NEVER],
  ['V', undefined, /^It is delivered already$/, NEVER],
  ['N', undefined, /^It is new. Only despatched/, NEVER],
  ['K', short, /^It is packed. Only despatched/, NEVER],
  ['C', undefined, /^It is cancelled. Only despatched/, NEVER],
])('order at %s, %o', (status, shortfall, close, reopen) => {
  const order = { status, shortfall }
  const expectText = (words: string | undefined, expected: RegExp | undefined) =>
    expected ? expect(words).toMatch(expected) : expect(words).toBeUndefined()
  expectText(whyNotClose(order), close)
  expectText(whyNotReopen(order), reopen)
})
