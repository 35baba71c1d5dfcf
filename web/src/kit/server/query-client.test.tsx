import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from './query-client.ts'

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

/** Shows a query on the screen; `ask` counts how often it is fetched. */
async function show(options: { staleTime?: number } = {}) {
  const ask = vi.fn<() => Promise<string>>(() => Promise.resolve('answer'))
  const observer = new QueryObserver(queryClient, { queryKey: ['shown', options], queryFn: ask, ...options })
  const leave = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { ask, leave }
}

test('a visible query is fetched again within a minute, until its screen is left', async () => {
  const { ask, leave } = await show()
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  leave()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a window without focus fetches nothing, and fetches at once when it is focused again', async () => {
  const { ask, leave } = await show()
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ask).toHaveBeenCalledTimes(1)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(2)
  leave()
})

test.each([0, 60_000, Infinity])(
  'a query with its own staleTime of %d ms is not fetched periodically',
  async (staleTime) => {
    const { ask, leave } = await show({ staleTime })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask).toHaveBeenCalledTimes(1)
    leave()
  },
)
