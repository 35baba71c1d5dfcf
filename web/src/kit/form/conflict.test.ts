import { expect, test } from 'vitest'
import { agreementText, conflictsOf, mergedValues, type ShownFields } from './conflict.ts'

const fields = (values: Record<string, string>): ShownFields =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { title: name.toUpperCase(), text }]))
const base = fields({ a: '1', b: '1', c: '1', d: '1' })

test('fields changed by one user, or by both to the same value, are no conflict', () => {
  const found = conflictsOf({
    base,
    mine: fields({ a: '2', b: '1', c: '3', d: '4' }),
    theirs: fields({ a: '1', b: '5', c: '3', d: '6' }),
  })
  expect(found).toEqual([
    { name: 'b', title: 'B', mine: '1', theirs: '5', isBoth: false },
    { name: 'd', title: 'D', mine: '4', theirs: '6', isBoth: true },
  ])
})

test('all differences of a draft without a known base are conflicts', () => {
  const found = conflictsOf({
    base: undefined,
    mine: fields({ a: '2', b: '1' }),
    theirs: fields({ a: '1', b: '1', e: '9' }),
  })
  expect(found.map(({ name, isBoth, mine }) => [name, isBoth, mine])).toEqual([
    ['a', true, '2'],
    ['e', true, ''],
  ])
})

test('merged values are the user’s own, except the fields chosen from the other user', () => {
  const [mine, theirs] = [
    { version: 1, a: 'mine', b: 'mine' },
    { version: 4, a: 'theirs', b: 'theirs' },
  ]
  expect(mergedValues(mine, theirs, new Set(['a']))).toEqual({ version: 4, a: 'theirs', b: 'mine' })
})

test('the message says whether the others changed nothing or the same', () => {
  expect(agreementText(base, fields({ a: '2', b: '1', c: '1', d: '1' }))).toBe('Their changes match yours.')
  expect(agreementText(base, base)).toBe('They changed no fields on this form.')
  expect(agreementText(undefined, base)).toBe('Your values match theirs.')
})
