import { expect, test } from 'vitest'
import { DATA_ADDED, DATA_UPDATED, notificationMs, SIGNED_IN, SOMETHING_WENT_WRONG } from './messages.ts'

test('specification 8: the texts', () => {
  expect([SOMETHING_WENT_WRONG, DATA_ADDED, DATA_UPDATED, SIGNED_IN]).toEqual([
    'Something went wrong',
    'Data added successfully.',
    'Data updated successfully.',
    'Sign-in has been successful!',
  ])
})

test.each([
  [undefined, 3000],
  [2, 2000],
  [0, 5000],
  [null, 5000],
  [Number.NaN, 5000],
])('specification 9: a duration of %s is %s ms', (given, ms) => {
  expect(notificationMs(given)).toBe(ms)
})
