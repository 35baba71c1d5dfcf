import { expect, test } from 'vitest'
import { createPageReader, createSliceReader } from './page-reader.ts'
import type { PageQuery } from './row-windows.ts'

const { signal } = new AbortController()

test('each page continues at the place the previous one named; page 1 starts again', async () => {
  const queries: PageQuery[] = []
  const read = createPageReader(async (page) => {
    queries.push(page)
    return { rows: ['row'], next: `place ${queries.length}` }
  })
  for (const page of [1, 2, 3, 1]) await read(page, 10, signal)
  expect(queries).toEqual([
    { page: 1, limit: 10 },
    { page: 1, limit: 10, from: 'place 1' },
    { page: 1, limit: 10, from: 'place 2' },
    { page: 1, limit: 10 },
  ])
})

test('if a page names no place, the next is requested by number', async () => {
  const queries: PageQuery[] = []
  const read = createPageReader(async (page) => {
    queries.push(page)
    return { rows: ['row'] }
  })
  for (const page of [1, 2]) await read(page, 10, signal)
  expect(queries[1]).toEqual({ page: 2, limit: 10 })
})

test('a list of one answer is loaded once, with whatever page is read first', async () => {
  let loads = 0
  const read = createSliceReader(async () => {
    loads += 1
    return ['a', 'b', 'c']
  })
  expect(await read(2, 2, signal)).toEqual(['c'])
  expect(await read(3, 2, signal)).toEqual([])
  expect(loads).toBe(1)
  expect(await read(1, 2, signal)).toEqual(['a', 'b'])
  expect(loads).toBe(2)
})
