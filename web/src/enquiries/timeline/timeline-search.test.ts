import { expect, test } from 'vitest'
import { timelineShape } from './timeline-search.ts'

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
