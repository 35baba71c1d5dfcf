import { TIMELINE_KIND_CODES } from '@despatch/domain/enquiries/timeline/timeline'
import { expect, test } from 'vitest'
import { normaliseKinds, timelineShape } from './timeline-search.ts'

test.each([
  [{}, { view: '', kinds: [] }],
  [{ kinds: 'carrier' }, { view: '', kinds: ['carrier'] }],
  [
    { view: 'timeline', kinds: ['order', 'return'] },
    { view: 'timeline', kinds: ['order', 'return'] },
  ],
  [
    { view: 'x', kinds: 'claims' },
    { view: '', kinds: [] },
  ],
])('address %j reads as %j', (address, search) => {
  expect(timelineShape.parse(address)).toEqual(search)
})

test.each([
  [[], []],
  [
    ['return', 'order'],
    ['order', 'return'],
  ],
  [TIMELINE_KIND_CODES, []],
])('%j is stored as %j', (chosen, expected) => {
  expect(normaliseKinds(chosen)).toEqual(expected)
})
