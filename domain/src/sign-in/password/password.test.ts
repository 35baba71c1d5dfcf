import { expect, test } from 'vitest'
import { passwordProblem } from './password.ts'

const common = new Set(['passwordpassword', 'administrator', '123456789012'])
const problem = (password: string, username = 'acme.admin') =>
  passwordProblem(password, { username, isCommon: (text) => common.has(text) })

test.each([
  'open the loading bay',
  'exactly12chr',
  '𝔭𝔞𝔩𝔩𝔢𝔱𝔰 𝔬𝔫 𝔞 𝔴𝔢𝔡𝔫𝔢𝔰𝔡𝔞𝔶',
  'パレットを積むフォークリフト',
  ' spaces and\ttabs are well ',
  'acme.admin counts pallets',
  `${'abcd'.repeat(32)}`,
])('%s may be used', (password) => {
  expect(problem(password)).toBeUndefined()
})

test.each([
  ['elevenchars', 'A password has at least 12 characters'],
  ['', 'A password has at least 12 characters'],
  // Six characters, of two UTF-16 units each.
  ['😀😁😂😃😄😅', 'A password has at least 12 characters'],
  ['abcd'.repeat(32) + 'e', 'A password has at most 128 characters'],
  ['abcabcabcabcabc', 'This password is too easy to guess: it repeats the same few characters'],
  ['PasswordPassword', 'This password is one of the most common ones: choose another'],
  ['PasswordPassword2026!', 'This password is one of the most common ones: choose another'],
  ['Administrator1', 'This password is one of the most common ones: choose another'],
  ['123456789012', 'This password is one of the most common ones: choose another'],
  ['acme.admin123!', 'A password must not be made of your username'],
  ['AcmeAdminAcmeAdmin', 'A password must not be made of your username'],
  ['2026acmeadmin2026', 'A password must not be made of your username'],
])('%s: %s', (password, message) => {
  expect(problem(password)).toBe(message)
})

test.each(['Zoë Ingham 2026', 'ingham.zoë.1', 'inghamingham', 'Zoë-Zoë-Zoë-1985'])(
  '%s consists of the user’s name',
  (password) => {
    const given = { username: 'z.i', first_name: 'Zoë', last_name: 'Ingham', isCommon: () => false }
    expect(passwordProblem(password, given)).toBe('A password must not be made of your name')
    expect(passwordProblem(`${password} and five pallets`, given)).toBeUndefined()
  },
)

test('a very short name may be part of a password', () => {
  expect(problem('al al al al al bx', 'al')).toBeUndefined()
})
