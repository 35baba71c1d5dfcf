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
  ['elevenchars', 'Enter at least 12 characters'],
  ['', 'Enter at least 12 characters'],
  // Six characters, of two UTF-16 units each.
  ['😀😁😂😃😄😅', 'Enter at least 12 characters'],
  ['abcd'.repeat(32) + 'e', 'Enter at most 128 characters'],
  ['abcabcabcabcabc', 'This password is too easy to guess. It repeats the same characters'],
  ['PasswordPassword', 'This password is too common. Choose another'],
  ['PasswordPassword2026!', 'This password is too common. Choose another'],
  ['Administrator1', 'This password is too common. Choose another'],
  ['123456789012', 'This password is too common. Choose another'],
  ['acme.admin123!', 'Don’t use your username as a password'],
  ['AcmeAdminAcmeAdmin', 'Don’t use your username as a password'],
  ['2026acmeadmin2026', 'Don’t use your username as a password'],
])('%s: %s', (password, message) => {
  expect(problem(password)).toBe(message)
})

test.each(['Zoë Ingham 2026', 'ingham.zoë.1', 'inghamingham', 'Zoë-Zoë-Zoë-1985'])(
  '%s consists of the user’s name',
  (password) => {
    const given = { username: 'z.i', first_name: 'Zoë', last_name: 'Ingham', isCommon: () => false }
    expect(passwordProblem(password, given)).toBe('Don’t use your name as a password')
    expect(passwordProblem(`${password} and five pallets`, given)).toBeUndefined()
  },
)

test('a very short name may be part of a password', () => {
  expect(problem('al al al al al bx', 'al')).toBeUndefined()
})
