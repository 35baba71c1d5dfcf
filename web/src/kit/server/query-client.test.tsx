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

/** Has a query on the screen, and counts how often it is asked. */
async function show(options: { staleTime?: number } = {}) {
  const ask = vi.fn<() => Promise<string>>(() => Promise.resolve('answer'))
  const observer = new QueryObserver(queryClient, { queryKey: ['shown', options], queryFn: ask, ...options })
  const leave = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  return { ask, leave }
}

test('what is on the screen is asked for again within a minute, and no more once it is left', async () => {
  const { ask, leave } = await show()
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  leave()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a window that nobody looks at asks for nothing, and at once when one comes back to it', async () => {
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
  'what is good for %d ms by itself is not asked for by the clock',
  async (staleTime) => {
    const { ask, leave } = await show({ staleTime })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask).toHaveBeenCalledTimes(1)
    leave()
  },
)
