import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../server/query-client.ts'
import { type PageAsked, useRowWindows } from './windows.ts'

beforeEach(() => {
  vi.useFakeTimers()
  focusManager.setFocused(true)
  queryClient.mount()
})
afterEach(() => {
  queryClient.unmount()
  queryClient.clear()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

/** A list of numbers, the highest first, that others change; a place is the number that stood there. */
function openList() {
  let rows = Array.from({ length: 900 }, (_, index) => 1000 - index)
  const fetchWindow = ({ page, limit, from }: PageAsked) => {
    const listed = from === undefined ? rows : rows.filter((row) => row <= Number(from))
    return Promise.resolve(listed.slice((page - 1) * limit, page * limit))
  }
  const fetchPlaces = () => Promise.resolve(rows.filter((_, index) => index % 200 === 0).map(String))
  const { result } = renderHook(
    () => useRowWindows<number>({ isOn: true, queryKey: ['numbers'], fetchWindow, fetchPlaces }),
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  )
  return {
    change: (changed: (rows: readonly number[]) => number[]) => (rows = changed(rows)),
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    scrollTo: (first: number) => act(() => (result.current.onVisible(first, first + 30), Promise.resolve())),
    listed: () => rows,
    /** The rows of the windows one after the other, as the table has them. */
    shown: () => result.current.windows.flatMap(({ rows: part }) => part),
    start: () => result.current.windows[0]?.start ?? 0,
  }
}

test.each([
  ['a row comes in before all others', (rows: readonly number[]) => [1001, ...rows]],
  ['a row comes in between', (rows: readonly number[]) => rows.flatMap((row) => (row === 950 ? [row, 949.5] : [row]))],
  ['a row goes', (rows: readonly number[]) => rows.filter((row) => row !== 950)],
  ['the row that a window begins with goes', (rows: readonly number[]) => rows.filter((row) => row !== 800)],
])('a whole list that stands open loses and repeats nothing once %s', async (_what, changed) => {
  const list = openList()
  await list.wait(100)
  await list.scrollTo(190)
  await list.wait(100)
  expect(list.shown()).toEqual(list.listed().slice(0, 400))
  list.change(changed)
  await list.wait(60_000)
  expect(list.shown()).toEqual(list.listed().slice(0, 400))
  await list.scrollTo(500)
  await list.wait(100)
  expect(list.shown()).toEqual(list.listed().slice(list.start(), list.start() + list.shown().length))
})
