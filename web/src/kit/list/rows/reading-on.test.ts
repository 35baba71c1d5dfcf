import { expect, test } from 'vitest'
import { readingOn } from './reading-on.ts'
import type { PageAsked } from './windows.ts'

const { signal } = new AbortController()

test('each page is read from where the one before says that it begins, and another reading begins again', async () => {
  const asked: PageAsked[] = []
  const read = readingOn(async (page) => {
    asked.push(page)
    return { rows: ['row'], next: `place ${asked.length}` }
  })
  for (const page of [1, 2, 3, 1]) await read(page, 10, signal)
  expect(asked).toEqual([
    { page: 1, limit: 10 },
    { page: 1, limit: 10, from: 'place 1' },
    { page: 1, limit: 10, from: 'place 2' },
    { page: 1, limit: 10 },
  ])
})

test('a page beyond one that names none is asked for by its number', async () => {
  const asked: PageAsked[] = []
  const read = readingOn(async (page) => {
    asked.push(page)
    return { rows: ['row'] }
  })
  for (const page of [1, 2]) await read(page, 10, signal)
  expect(asked[1]).toEqual({ page: 2, limit: 10 })
})
