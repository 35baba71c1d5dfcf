import { ApiError } from './api-error.ts'

/** For the `catch` of a call: null where there is no such record, as far as the caller may see. Throws any other error on. */
export function orNull(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
