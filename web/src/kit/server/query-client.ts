import { hashKey, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session-store.ts'
import { ApiError, isAbort } from './api-error.ts'

/** Whether a retry may succeed: the server was not reached, or is not ready. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)
}

const FRESH_MS = 10_000
/** How often visible queries are fetched again: changes by other users appear within a minute. */
export const BACKGROUND_REFETCH_MS = 50_000
/** Options for slow queries that several screens share: stale only after a while, but fetched again like visible ones. */
export const PERIODIC_REFETCH = {
  staleTime: BACKGROUND_REFETCH_MS - 5000,
  refetchInterval: BACKGROUND_REFETCH_MS,
} as const

/**
 * The query cache. Queries on the screen of a focused window are fetched again every {@link BACKGROUND_REFETCH_MS}, and at
 * once when the window gets the focus back. Queries with their own `staleTime` (choices, previews) are not, unless they use
 * {@link PERIODIC_REFETCH}. The cache is cleared whenever the user or the selected client changes.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchInterval: ({ options }) =>
        'staleTime' in options && options.staleTime === FRESH_MS ? BACKGROUND_REFETCH_MS : false,
      // Answers belong to the client of the screen: another client's screen must not find them.
      queryKeyHashFn: (key) => hashKey([session.client(), ...key]),
      // Without a network a call fails with a message, instead of waiting silently.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isTransient(error) && !isAbort(error),
      retryDelay: 500,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Cancels the reads that are under way. */
export const cancelReads = (): Promise<void> => queryClient.cancelQueries()

/** Clears all answers: another client or user must not see them. */
export async function clearQueryCache(): Promise<void> {
  await cancelReads()
  queryClient.clear()
}
