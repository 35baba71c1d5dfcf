import { expect, test } from 'vitest'
import { EMAIL_FORMAT, isDeliverable } from './email.ts'

// Specification 5: 'local part of letters, digits, dot, underscore or hyphen; an @; a domain of letters, digits, dots
// or hyphens; a top-level domain of 2 to 4 letters.'
test.each(['ada@example.com', 'a.b_c-d@e-f.co.uk', 'A1@B2.info', '1@2.ab'])('%s is an email', (text) => {
  expect(text).toMatch(EMAIL_FORMAT)
})

test.each([
  '',
  'ada',
  'ada@example',
  'ada@.',
  '@example.com',
  'ada@example.c',
  'ada@example.museum',
  'ada+tag@example.com',
  'ada lovelace@example.com',
  'ada@exa mple.com',
  'ada@@example.com',
  'ada@example.c0m',
  'ada@example.com\n',
  'ada@example.com, bob@example.com',
])('%j is no email', (text) => {
  expect(text).not.toMatch(EMAIL_FORMAT)
})

test('a long text that is nearly an email is rejected quickly', () => {
  const before = process.cpuUsage()
  expect(`a@${'a.'.repeat(50_000)}1`).not.toMatch(EMAIL_FORMAT)
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})

test.each([
  'ada@example.com',
  'ada+tag@example.com',
  "o'brien@example.museum",
  'ada@example.photography',
  'jürgen@müller.de',
  'ada/b{c}=d!#$%&*?^`|~@example.co.uk',
  '用户@例え.テスト',
  'a..b@example.com',
])('mail can be sent to %s', (text) => {
  expect(isDeliverable(text)).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@example',
  '@example.com',
  'ada@-example.museum',
  'ada b@example.com',
  'ada@exa mple.com',
  'ada@@example.com',
  'ada+tag@example.123',
  '.ada+tag@example.com',
  'ada+tag@example.com, bob@example.com',
  '<ada+tag@example.com>',
  `${'a'.repeat(65)}+@example.com`,
])('mail cannot be sent to %j', (text) => {
  expect(isDeliverable(text)).toBe(false)
})
