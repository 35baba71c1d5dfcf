import { describe, expect, test } from 'vitest'
import { book, consignment, method, route } from '../testing/rule-books.ts'
import { allocate } from './allocation/allocate.ts'
import { explain } from './allocation/explain.ts'
import { holdFor } from './allocation/plan-consignments.ts'
import { wordingOf } from './allocation/decision-labels.ts'
import { verdictLabel } from './allocation/verdict-text.ts'
import { compileBook, usedOn } from './rule-book/compile-book.ts'

/** One address as different shops write it. */
const WRITTEN = [
  ['GB', 'JE'],
  ['JE', 'JE'],
  ['JE', null],
] as const
type Where = { countries: readonly string[]; regions: readonly string[] }

describe.each<[what: string, where: Where, isServed: boolean]>([
  ['everywhere', { countries: [], regions: [] }, true],
  ['the United Kingdom', { countries: ['GB'], regions: [] }, true],
  ['Jersey by its own code', { countries: ['JE'], regions: [] }, true],
  ['Jersey by its region', { countries: ['GB'], regions: ['JE', 'GY'] }, true],
  ['Jersey, and some regions of the United Kingdom', { countries: ['GB', 'JE'], regions: ['AB'] }, true],
  ['other regions', { countries: ['GB'], regions: ['AB'] }, false],
  ['regions of every country', { countries: [], regions: ['AB'] }, false],
  ['another island', { countries: ['GG'], regions: [] }, false],
  ['other countries', { countries: ['IE', 'FR'], regions: [] }, false],
])('a method that serves %s', (_what, where, isServed) => {
  const compiled = compileBook(book({ methods: [method('M', 'RM', 300, where)] }))
  test.each(WRITTEN)('Jersey with country %s and region %s', (country, region) => {
    const one = consignment({ country, region })
    const decision = allocate(compiled, one, usedOn(compiled, new Map(), one.despatchDay))
    expect(decision.chosen).toBe(isServed ? 0 : -1)
  })
})

test.each(WRITTEN)('the explanation names Jersey for country %s and region %s', (country, region) => {
  const compiled = compileBook(book({ methods: [method('M', 'RM', 300, { countries: ['FR'] })] }))
  const one = consignment({ country, region })
  const usage = new Map()
  const decision = allocate(compiled, one, usedOn(compiled, usage, one.despatchDay))
  const { candidates } = explain(compiled, one, usage, decision)
  const verdicts = candidates[0]?.verdicts ?? []
  const wording = wordingOf(one, [], 'GBP')
  const words = verdicts.flatMap((verdict) => (verdict.constraint === 'country' ? verdictLabel(verdict, wording) : []))
  expect(words).toEqual(['Does not serve Jersey, only France'])
})

test.each(WRITTEN)('a fixed route of its region applies for country %s and region %s', (country, region) => {
  const held = route('H1', { sku: 'MUG' }, { regions: ['JE'], carrier: 'RM' })
  const compiled = compileBook(book({ methods: [method('M', 'RM', 300)], fixedRouting: [held] }))
  expect(holdFor(compiled, consignment({ country, region }), 'MUG', [])?.carrier).toBe('RM')
})
