import { hashKey, QueryClient } from '@tanstack/react-query'
import { session } from '../session/session-store.ts'
import { ApiError, isAbort } from './api-error.ts'

/** What is worth asking a second time by itself: the server was not reached, or said that it is not ready. */
function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)
}

/** For how long an answer is good, unless its query says otherwise. */
const FRESH_MS = 10_000
/** What is on the screen is asked for again so often: what others change is seen within a minute. */
export const FOLLOW_MS = 50_000
/** What takes the server a while, and several screens share: it is not asked for again at once, and follows all the same. */
export const FOLLOWED = { staleTime: FOLLOW_MS - 5000, refetchInterval: FOLLOW_MS } as const

/**
 * The answers that screens have asked for. Those on the screen of a window that is looked at follow what others change, and
 * are asked for at once when one comes back to it. What says itself for how long it is good (choices, previews) does not,
 * unless it is {@link FOLLOWED}. Emptied whenever the user or the client changes.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchInterval: ({ options }) => ('staleTime' in options && options.staleTime === FRESH_MS ? FOLLOW_MS : false),
      // Calls answer for the selected client: what one of them was told is not found when another is selected.
      queryKeyHashFn: (key) => hashKey([session.client(), ...key]),
      // A call that finds no network says so, rather than wait without a word.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isPassing(error) && !isAbort(error),
      retryDelay: 500,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/** Forgets every answer: what was asked for one client or user must not be seen by another. */
export async function forgetAnswers(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.clear()
}
