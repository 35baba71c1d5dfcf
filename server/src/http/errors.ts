import type { Socket } from 'node:net'
import type { FieldProblem, Problem } from '@despatch/contract/route/problem'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DISK_FULL, failureOf } from '../database/faults/database-failure.ts'
import { AppError, SEND_INSTEAD, TOO_SLOW, undeclaredField } from '../process/app-error.ts'

type Answer = { status: number; problem: Omit<Problem, 'requestId'> }

/**
 * Answers every error as `{ code, message, requestId, … }`. Server errors are logged, and the answer gives no details.
 *
 * @param isDiskFull whether a full disk is the reason that the database is unavailable
 */
export function answerErrors(app: FastifyInstance, isDiskFull: () => boolean = () => false): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, problem } = wrongBody(error, request) ?? answerOf(error, isDiskFull)
    // A refusal explains itself: log failures only, including the cause behind a refusal.
    const failure = error instanceof AppError ? error.cause : error
    if (status >= 500 && failure) request.log.error({ err: failure, status }, 'call failed')
    // Otherwise the rest of the body would be read to its end, however slowly it comes.
    if (problem.code === 'too_slow') reply.header('connection', 'close')
    if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
    return reply.status(status).send({ ...problem, requestId: request.id })
  })
}

/** Answers invalid HTTP, or headers that are too large, in the same shape and closes the connection. */
export function answerBadHttp(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const { status, ...problem } = BAD_HTTP[error.code ?? ''] ?? NO_HTTP
  const body = JSON.stringify({ ...problem, requestId: '' })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

const NO_HTTP = { status: '400 Bad Request', code: 'bad_request', message: 'This is no valid HTTP request.' }
const BAD_HTTP: Readonly<Record<string, typeof NO_HTTP>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The headers are too large: 16 kB is the most.',
  },
  HPE_INVALID_EOF_STATE: {
    status: '400 Bad Request',
    code: 'bad_request',
    message: 'The request broke off before its end. Send it again.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'too_slow', message: TOO_SLOW },
}

/** The answer to an address that cannot be decoded. */
export function noSuchAddress(request: { id: string }): Problem {
  return { code: 'bad_request', message: 'This address is not well-formed.', requestId: request.id }
}

/** The answer to a body of the wrong type, for a call that takes a file. */
function wrongBody({ code }: FastifyError, { routeOptions }: FastifyRequest): Answer | undefined {
  const body = routeOptions.config.route?.body
  if (typeof body !== 'string' || !WRONG_BODY.includes(code)) return undefined
  return answer(415, 'unsupported_file', SEND_INSTEAD[body])
}

const WRONG_BODY = [
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_BODY_TOO_LARGE',
]

function answerOf(error: FastifyError, isDiskFull: () => boolean): Answer {
  if (error instanceof AppError) {
    const { code, message, fields, retryAfterSeconds, present } = error
    return {
      status: error.status,
      problem: {
        code,
        message,
        ...(fields && { fields }),
        ...(retryAfterSeconds && { retryAfterSeconds }),
        ...(present !== undefined && { present }),
      },
    }
  }
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error)
  const status = error.statusCode ?? 500
  if (status === 413) return answer(413, 'too_large', 'This request is too large.')
  if (status === 415) return answer(415, 'unsupported_file', SEND_INSTEAD.json)
  if (status >= 400 && status < 500) return answer(status, 'bad_request', clientLabel(error))
  if (UNFIT_TEXT.includes(error.code))
    return answer(400, 'bad_request', 'This contains characters that can’t be saved. Remove them and try again.')
  if (error.code === REFUSED_BY_RULE) return answer(422, 'unprocessable', error.message)
  const failure = failureOf(error)
  if (failure) return answer(503, 'unavailable', isDiskFull() ? DISK_FULL.why : failure.why)
  return answer(500, 'internal_error', SOMETHING_WENT_WRONG)
}

/** PostgreSQL's refusals of a zero byte in text, UTF-8 and JSON. Shapes refuse it first where they can. */
const UNFIT_TEXT = ['22021', '22P05']

/** A rule that the database enforces. Its message is for people. */
const REFUSED_BY_RULE = 'DR422'

function answer(status: number, code: string, message: string): Answer {
  return { status, problem: { code, message } }
}

function clientLabel(error: FastifyError): string {
  return error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'The body is no valid JSON.' : error.message
}

/** Thrown by fastify-type-provider-zod: one problem per field, with its path as a JSON pointer. */
type ZodFailure = {
  validation: { keyword: string; instancePath: string; message?: string; params: { keys?: string[] } }[]
}

/** A body can be wrong in thousands of places; this many are reported. */
const MAX_FIELDS = 100

function invalid(error: unknown): Answer {
  const fields = (error as ZodFailure).validation.flatMap(fieldsOf).slice(0, MAX_FIELDS)
  return {
    status: 400,
    problem: { code: 'validation_failed', message: fields[0]?.message ?? 'Check the highlighted fields', fields },
  }
}

function fieldsOf({ keyword, instancePath, message, params }: ZodFailure['validation'][number]): FieldProblem[] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  if (keyword === 'unrecognized_keys')
    return (params.keys ?? []).map((key) => undeclaredField(path ? `${path}.${key}` : key))
  return [{ path, message: message ?? 'This value is not valid' }]
}
