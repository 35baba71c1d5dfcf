import type { FieldProblem, Problem } from '@despatch/contract/route/problem'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'

/** What a browser says when no answer came at all. */
export const UNREACHABLE = 'The server cannot be reached. Check the connection, then try again.'

/** A call that was refused or that never arrived (`status` 0, `code` 'network'). `message` is for the user to read. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldProblem[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Of a version conflict: the record as it is now. It is whatever came: check it. */
  readonly present: unknown

  constructor(status: number, problem: Partial<Problem>, otherwise: string = SOMETHING_WENT_WRONG) {
    super(problem.message || otherwise)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
    this.retryAfterSeconds = problem.retryAfterSeconds
    this.present = problem.present
  }
}

/** Turns an answer that is no success into an error. Whatever the body holds, there is a message: the server's, or `otherwise`. */
export async function errorOf(response: Response, otherwise?: string): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const given: Partial<Problem> = typeof body === 'object' && body !== null ? body : {}
  const requestId = given.requestId ?? response.headers.get('x-request-id') ?? undefined
  return new ApiError(response.status, requestId === undefined ? given : { ...given, requestId }, otherwise)
}

/**
 * Throws an ApiError for an answer that says a code other than 200 in its body, though its status is 200: specification 5
 * has such answers as failures whose message is shown.
 */
export function refuseFailure(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return
  const { code, ...problem } = answer as { code: unknown } & Partial<Omit<Problem, 'code'>>
  if (typeof code === 'number' && code !== 200) throw new ApiError(code, problem)
}

/** The message to show for anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : SOMETHING_WENT_WRONG
}

/** Whether a call ended because its caller no longer wanted it. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
