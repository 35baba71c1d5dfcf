import { expect, test } from 'vitest'
import { conflictOf } from './user-conflict.ts'
import { blankUser } from './user-values.ts'

const base = { ...blankUser(['ACME']), username: 'ada', first_name: 'Ada', role: '1', version: 3 }

test('what only the other changed is taken over; what both changed is to be chosen', () => {
  const mine = { ...base, first_name: 'Augusta', email: 'ada@example.com' }
  const theirs = { ...base, first_name: 'Adah', role: '2', client: ['ACME', 'BIRCH'], version: 4 }
  expect(conflictOf({ base, mine, theirs })).toEqual({ taken: ['role', 'client'], both: ['first_name'] })
})

test('what both changed alike is no conflict', () => {
  const mine = { ...base, lock: true }
  expect(conflictOf({ base, mine, theirs: { ...base, lock: true, version: 4 } })).toEqual({ taken: [], both: [] })
})

test('with a draft of an older version, all that differs is to be chosen of', () => {
  const theirs = { ...base, first_name: 'Adah', version: 4 }
  const draft = { ...base, email: 'ada@example.com' }
  expect(conflictOf({ base: theirs, mine: draft, theirs })).toEqual({ taken: [], both: ['first_name', 'email'] })
})
