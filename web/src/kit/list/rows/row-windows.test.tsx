import { focusManager, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../server/query-client.ts'
import { type PageQuery, useRowWindows } from './row-windows.ts'

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

/** A list of descending numbers that the test changes. A place is the number of its first row. */
function openList() {
  let rows = Array.from({ length: 900 }, (_, index) => 1000 - index)
  const fetchWindow = ({ page, limit, from }: PageQuery) => {
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
    /** All rows of the loaded windows in order. */
    shown: () => result.current.windows.flatMap(({ rows: part }) => part),
    start: () => result.current.windows[0]?.start ?? 0,
  }
}

test.each([
  ['a row is added at the top', (rows: readonly number[]) => [1001, ...rows]],
  [
    'a row is added in the middle',
    (rows: readonly number[]) => rows.flatMap((row) => (row === 950 ? [row, 949.5] : [row])),
  ],
  ['a row is removed', (rows: readonly number[]) => rows.filter((row) => row !== 950)],
  ['the first row of a window is removed', (rows: readonly number[]) => rows.filter((row) => row !== 800)],
])('an open list with page size ‘All’ loses and repeats no row when %s', async (_what, changed) => {
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
