import { expect, test, vi } from 'vitest'
import { makeLruCache } from './lru-cache.ts'

test('the value used longest ago is discarded first', async () => {
  const make = vi.fn<(name: string) => Promise<string>>((name) => Promise.resolve(name.toUpperCase()))
  const kept = makeLruCache<string>(2)
  const use = (name: string) => kept(name, () => make(name))
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await use(name)).toBe(name.toUpperCase())
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'b'])
})

test('a value that could not be made is made again at the next request', async () => {
  const kept = makeLruCache<string>(2)
  await expect(kept('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await kept('a', () => Promise.resolve('made'))).toBe('made')
})

test('a large value makes more room than a small one', async () => {
  const make = vi.fn<(name: string) => Promise<string>>((name) => Promise.resolve(name))
  const kept = makeLruCache<string>(5, ({ length }) => length)
  const use = (name: string) => kept(name, () => make(name))
  for (const name of ['aa', 'bb', 'aa', 'cccc', 'aa', 'cccc', 'dddddd', 'e', 'e']) expect(await use(name)).toBe(name)
  expect(make.mock.calls.flat()).toEqual(['aa', 'bb', 'cccc', 'aa', 'cccc', 'dddddd', 'e'])
})
