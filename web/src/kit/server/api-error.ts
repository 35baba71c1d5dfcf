import type { FieldProblem, Problem } from '@despatch/contract/route/problem'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'

/** Message if the server sends no answer at all. */
export const UNREACHABLE = 'We can’t reach the server. Check your connection and try again.'

/** A call that the server refused, or that never reached it (`status` 0, `code` 'network'). `message` is for the user to read. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly fields: readonly FieldProblem[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** On a version conflict: the current record. Its shape is unchecked. */
  readonly present: unknown

  constructor(status: number, problem: Partial<Problem>, fallbackMessage: string = SOMETHING_WENT_WRONG) {
    super(problem.message || fallbackMessage)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
    this.retryAfterSeconds = problem.retryAfterSeconds
    this.present = problem.present
  }
}

/** Turns a failed response into an error. Its message is the server's, else `fallbackMessage`. */
export async function errorOf(response: Response, fallbackMessage?: string): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined)
  const problem: Partial<Problem> = typeof body === 'object' && body !== null ? body : {}
  const requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined
  return new ApiError(response.status, requestId === undefined ? problem : { ...problem, requestId }, fallbackMessage)
}

/**
 * Throws an ApiError for an answer of status 200 whose body has a numeric `code` other than 200: in specification 5 such
 * answers are failures whose message is shown.
 */
export function throwIfFailure(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return
  const { code, ...problem } = answer as { code: unknown } & Partial<Omit<Problem, 'code'>>
  if (typeof code === 'number' && code !== 200) throw new ApiError(code, problem)
}

/** The message to show for a thrown value of any type. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : SOMETHING_WENT_WRONG
}

/** Whether a call ended because its caller aborted it. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
