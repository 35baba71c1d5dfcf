import { expect, test } from 'vitest'
import { ABSOLUTE_HOURS, IDLE_MINUTES, ROTATE_AFTER_MINUTES, ROTATION_GRACE_SECONDS } from './limits.ts'
import { FREE_FAILURES_OF_A_NAME, FREE_FAILURES_OF_AN_ADDRESS, lockoutSeconds } from './lockout.ts'

test.each([
  [0, 0],
  [3, 0],
  [4, 2],
  [5, 4],
  [6, 8],
  [12, 512],
  [13, 900],
  [60, 900],
  [1_000_000_000, 900],
])('after %s failures of a name in a row sign-in waits %s s', (failures, seconds) => {
  expect(lockoutSeconds(failures, FREE_FAILURES_OF_A_NAME)).toBe(seconds)
})

test('an address that many share has many more for free', () => {
  expect(lockoutSeconds(50, FREE_FAILURES_OF_AN_ADDRESS)).toBe(0)
  expect(lockoutSeconds(51, FREE_FAILURES_OF_AN_ADDRESS)).toBe(2)
})

test('the token is replaced past half of the idle limit, well within the absolute one', () => {
  expect(ROTATE_AFTER_MINUTES).toBe(IDLE_MINUTES / 2)
  expect(IDLE_MINUTES).toBeLessThan(ABSOLUTE_HOURS * 60)
  expect(ROTATION_GRACE_SECONDS).toBeLessThan(ROTATE_AFTER_MINUTES * 60)
})
