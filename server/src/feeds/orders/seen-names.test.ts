import { expect, test } from 'vitest'
import { SeenNames } from './seen-names.ts'

test('many names are remembered with their numbers', () => {
  const names = new SeenNames()
  for (let i = 0; i < 50_000; i++) names.set(`SO-${i}`, i, i * 2)
  names.set('SO-7', 1, 2)
  expect(names.get('SO-7')).toEqual([1, 2])
  const forgotten = Array.from({ length: 50_000 - 8 }, (_, at) => at + 8).filter(
    (i) => names.get(`SO-${i}`)?.[1] !== i * 2,
  )
  expect(forgotten).toEqual([])
  expect(names.get('SO-50000')).toBeUndefined()
  expect(names.isFull).toBe(false)
})

test('above the limit only the last names are not remembered', () => {
  const names = new SeenNames(256)
  for (let i = 0; i < 50_000; i++) names.set(`SO-${i}`, 1, 0)
  expect(names.isFull).toBe(true)
  expect(names.get('SO-0')).toEqual([1, 0])
  expect(names.get('SO-49999')).toBeUndefined()
})
