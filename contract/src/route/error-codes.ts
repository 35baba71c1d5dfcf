/**
 * The codes of refusals; the `message` is for the user. This file imports nothing, because threads that read files load
 * it.
 */
export const ERROR_CODES = {
  bad_request: 400,
  validation_failed: 400,
  not_signed_in: 401,
  session_expired: 401,
  sign_in_failed: 401,
  unauthorized_access: 403,
  wrong_client: 403,
  not_found: 404,
  wrong_method: 405,
  too_slow: 408,
  already_exists: 409,
  in_use: 409,
  version_conflict: 409,
  too_large: 413,
  unsupported_file: 415,
  unprocessable: 422,
  idempotency_key_reused: 422,
  too_many_attempts: 429,
  too_many_calls: 429,
  internal_error: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_CODES
