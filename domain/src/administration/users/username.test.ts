import { describe, expect, test } from 'vitest'
import { nameOfUser, USERNAME } from './username.ts'

describe('a username', () => {
  test.each(['a', 'ada', 'Ada.Lovelace', 'ada_l-2', 'ada+test@example.com', '0', 'x'.repeat(100)])(
    'may be %s',
    (name) => {
      expect(USERNAME.test(name)).toBe(true)
    },
  )
  test.each(['', ' ada', 'ada lovelace', 'ada\n', 'zoë', 'a/b', 'a,b', "a'b", '=ada', 'x'.repeat(101)])(
    'may not be %j',
    (name) => {
      expect(USERNAME.test(name)).toBe(false)
    },
  )
})

test.each([
  ['Ada', 'Lovelace', 'Ada Lovelace'],
  ['Ada', '', 'Ada'],
  ['', 'Lovelace', 'Lovelace'],
  ['', '', 'ada.l'],
  [' ', ' ', 'ada.l'],
])('the display name of %j %j is %s', (first_name, last_name, name) => {
  expect(nameOfUser({ username: 'ada.l', first_name, last_name })).toBe(name)
})
