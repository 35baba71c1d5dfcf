import { ApiError } from './api-error.ts'

/** For the `catch` of a call: null if the record does not exist or the caller may not see it. Rethrows any other error. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
