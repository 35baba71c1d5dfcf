import { expect, test, vi } from 'vitest'
import { keepLastUsed } from './last-used.ts'

test('what was used longest ago is forgotten first', async () => {
  const make = vi.fn<(name: string) => Promise<string>>((name) => Promise.resolve(name.toUpperCase()))
  const kept = keepLastUsed<string>(2)
  const use = (name: string) => kept(name, () => make(name))
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await use(name)).toBe(name.toUpperCase())
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})

test('what could not be made is made again when it is next asked for', async () => {
  const kept = keepLastUsed<string>(2)
  await expect(kept('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept('a', () => Promise.resolve('made'))).toBe('made')
})

test('what is large makes more room than what is small', async () => {
  const make = vi.fn<(name: string) => Promise<string>>((name) => Promise.resolve(name))
  const kept = keepLastUsed<string>(5, ({ length }) => length)
  const use = (name: string) => kept(name, () => make(name))
  for (const name of ['aa', 'bb', 'aa', 'cccc', 'aa', 'cccc', 'dddddd', 'e', 'e']) expect(await use(name)).toBe(name)
  expect(make.mock.calls.flat()).toEqual(['aa', 'bb', 'cccc', 'aa', 'cccc', 'dddddd', 'e'])
})
