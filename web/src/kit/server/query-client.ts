import { hashKey, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session-store.ts'
import { ApiError, isAbort } from './api-error.ts'

/** What is worth asking a second time by itself: the server was not reached, or said that it is not ready. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)
}

/** The answers that screens have asked for. Emptied whenever the user or the client changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Calls answer for the selected client: what one of them was told is not found when another is selected.
      queryKeyHashFn: (key) => hashKey([session.client(), ...key]),
      // A call that finds no network says so, rather than wait without a word.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isPassing(error) && !isAbort(error),
      retryDelay: 500,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Forgets every answer: what was asked for one client or user must not be seen by another. */
export async function forgetAnswers(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
}
