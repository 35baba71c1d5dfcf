import { ERROR_CODES, type ErrorCode } from '@despatch/contract/route/error-codes'
import type { FieldProblem } from '@despatch/contract/route/problem'
import type { z } from 'zod'

/** A refusal that a handler throws. `message` tells the user what is wrong and what to do. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldProblem[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** For a version conflict, the current record, as reading it would return it; for a feed that stopped, what was stored. */
  present: unknown
  /** The shape of `present`. Its guards hide what the caller may not see. */
  readonly presentShape: z.ZodType | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldProblem[]; retryAfterSeconds?: number; present?: unknown; presentShape?: z.ZodType } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.present = options.present
    this.presentShape = options.presentShape
  }

  get status(): number {
    return ERROR_CODES[this.code]
  }
}

/** Refuses single fields of a body, in the same form as the contract's own checks. */
export function refuseFields(fields: FieldProblem[]): AppError {
  return new AppError('validation_failed', fields[0]?.message ?? 'Check the highlighted fields', { fields })
}

/** The refusal of a request that does not arrive. */
export const TOO_SLOW = 'The request took too long to arrive. Try again on a better connection.'

/** The refusals of a body of the wrong kind. */
export const SEND_INSTEAD = {
  json: 'Send JSON (content-type: application/json).',
  stream:
    'Send the file itself as the body, with its content-type: text/csv, or application/x-ndjson, or that of a workbook (with curl: -X POST -T FILE).',
  multipart: 'Send the file as a form (multipart/form-data), in its field "file".',
}

const MAX_NAME_LENGTH = 100

/** The refusal of an undeclared field. */
export function undeclaredField(path: string): FieldProblem {
  const name = path.slice(0, MAX_NAME_LENGTH)
  return { path: name, message: name ? `There is no field ${name} in this call` : 'This call takes no body' }
}
