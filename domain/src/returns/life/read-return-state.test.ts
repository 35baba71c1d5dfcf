import { expect, test } from 'vitest'
import { readReturnState } from './read-return-state.ts'
import { RETURN_STATES } from './return-state.ts'

test.each(Object.entries(RETURN_STATES))('%s and %s are read as the same state', (state, title) => {
  expect(readReturnState(state)).toBe(state)
  expect(readReturnState(title)).toBe(state)
})

test.each([
  ['RECEIVED', 'received'],
  ['In Transit', 'in_transit'],
  ['in-transit', 'in_transit'],
  ['Returned to stock', 'restocked'],
  ['Quarantine', 'quarantined'],
  ['Refund', 'refunded'],
  ['lost', undefined],
  ['', undefined],
])('%j is %s', (text, state) => expect(readReturnState(text)).toBe(state))
