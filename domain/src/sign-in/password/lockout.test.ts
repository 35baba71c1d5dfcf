import { expect, test } from 'vitest'
import { ABSOLUTE_HOURS, IDLE_MINUTES, ROTATE_AFTER_MINUTES, ROTATION_GRACE_SECONDS } from '../sessions/limits.ts'
import {
  FREE_FAILURES_OF_A_NAME,
  FREE_FAILURES_EVERYWHERE,
  FREE_NAMES_OF_A_NETWORK,
  lockoutSeconds,
} from './lockout.ts'

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
])('after %s failures of a name in a row its network waits %s s', (failures, seconds) => {
  expect(lockoutSeconds(failures, FREE_FAILURES_OF_A_NAME)).toBe(seconds)
})

test('many different names may fail from a shared network', () => {
  expect(lockoutSeconds(50, FREE_NAMES_OF_A_NETWORK)).toBe(0)
  expect(lockoutSeconds(51, FREE_NAMES_OF_A_NETWORK)).toBe(2)
})

test('a name attacked from many networks is delayed too, later than at one network', () => {
  expect(lockoutSeconds(20, FREE_FAILURES_EVERYWHERE)).toBe(0)
  expect(lockoutSeconds(21, FREE_FAILURES_EVERYWHERE)).toBe(2)
  expect(FREE_FAILURES_EVERYWHERE).toBeGreaterThan(FREE_FAILURES_OF_A_NAME)
})

test('the token is renewed after half of the idle limit, well within the absolute limit', () => {
  expect(ROTATE_AFTER_MINUTES).toBe(IDLE_MINUTES / 2)
  expect(IDLE_MINUTES).toBeLessThan(ABSOLUTE_HOURS * 60)
  expect(ROTATION_GRACE_SECONDS).toBeLessThan(ROTATE_AFTER_MINUTES * 60)
})
