import { passwordProblem } from '@despatch/domain/sign-in/password/password'
import { expect, test } from 'vitest'
import { generatePassword } from './new-password.ts'

test('has four groups that can be read out, is never repeated, and is acceptable', () => {
  const passwords = Array.from({ length: 200 }, () => generatePassword())
  expect(new Set(passwords).size).toBe(200)
  for (const password of passwords) {
    expect(password).toMatch(/^([a-hj-km-np-z2-9]{5}-){3}[a-hj-km-np-z2-9]{5}$/)
    expect(passwordProblem(password, { username: 'ada', isCommon: () => false })).toBeUndefined()
  }
})

test('all letters are equally likely', () => {
  let call = 0
  const password = generatePassword((bytes) => bytes.fill(call++ === 0 ? 255 : 0))
  expect(password).toBe('aaaaa-aaaaa-aaaaa-aaaaa')
})
