import { expect, test } from 'vitest'
import { stateOf } from './user-state.ts'

test.each([
  [{ active: true, lock: false, hasPassword: true }, 'Active'],
  [{ active: true, lock: false, hasPassword: false }, 'Awaiting password'],
  [{ active: false, lock: false, hasPassword: false }, 'Inactive'],
  [{ active: false, lock: true, hasPassword: true }, 'Locked'],
  [{ active: true, lock: true, hasPassword: true }, 'Locked'],
])('%j is %s', (user, word) => {
  expect(stateOf(user).word).toBe(word)
})
