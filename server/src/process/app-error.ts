import { ERROR_CODES, type ErrorCode } from '@despatch/contract/route/error-codes'
import type { FieldProblem } from '@despatch/contract/route/problem'
import type { z } from 'zod'

/** What a handler throws when it will not do what was asked. `message` is for the user: what is wrong, what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** Of a version conflict: the record as it is now, as reading it would answer it; of a feed that stopped: what is kept. */
  present: unknown
  /** The shape of `present`, by whose guards its caller is shown it. */
  readonly presentShape: z.ZodType | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldProblem[]; retryAfterSeconds?: number; present?: unknown; presentShape?: z.ZodType } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.present = more.present
    this.presentShape = more.presentShape
  }

  get status(): number {
    return ERROR_CODES[this.code]
  }
}

/** Refuses a body for single fields, in the shape that the contract's own checks have. */
export function refuseFields(fields: FieldProblem[]): AppError {
  return new AppError('validation_failed', fields[0]?.message ?? 'Some fields need another look', { fields })
}

/** What is said of a request that does not arrive. */
export const TOO_SLOW = 'The request took too long to arrive. Try again on a better connection.'

/** What is said of a body of another kind than a call takes. */
export const SEND_INSTEAD = {
  json: 'Send JSON (content-type: application/json).',
  stream:
    'Send the file itself as the body, with its content-type: text/csv, or application/x-ndjson, or that of a workbook (with curl: -X POST -T FILE).',
  multipart: 'Send the file as a form (multipart/form-data), in its field "file".',
}

const MAX_OF_A_NAME = 100

/** What is said of a field that the call does not know. */
export function undeclaredField(path: string): FieldProblem {
  const name = path.slice(0, MAX_OF_A_NAME)
  return { path: name, message: name ? `There is no field ${name} in this call` : 'This call takes no body' }
}
