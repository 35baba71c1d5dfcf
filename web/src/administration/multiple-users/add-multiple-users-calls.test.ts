import { expect, test } from 'vitest'
import { failureOf } from './add-multiple-users-calls.ts'

test.each([
  [{}, undefined],
  [{ message: 'Fine' }, undefined],
  [{ code: 200, message: 'Fine' }, undefined],
  [{ code: 422, message: 'Some rows were refused' }, 'Some rows were refused'],
  [{ code: 422, message: '' }, 'Something went wrong'],
  [{ code: 500 }, 'Something went wrong'],
])('an import that answered %j failed with %j', (answer, failure) => {
  expect(failureOf(answer)).toBe(failure)
})
