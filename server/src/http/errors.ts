import type { Socket } from 'node:net'
import type { FieldProblem, Problem } from '@despatch/contract/route/problem'
import { SOMETHING_WENT_WRONG } from '@despatch/domain/feedback/messages'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { DISK_FULL, failureOf } from '../database/faults/database-failure.ts'
import { AppError, SEND_INSTEAD, TOO_SLOW, undeclaredField } from '../process/app-error.ts'

type Answer = { status: number; problem: Omit<Problem, 'requestId'> }

/**
 * Answers every error as `{ code, message, requestId, … }`; what is not the caller's doing is logged, and the answer says no more of it.
 * `isDiskFull` says whether that is why the database is away.
 */
export function answerErrors(app: FastifyInstance, isDiskFull: () => boolean = () => false): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, problem } = wrongBody(error, request) ?? answerOf(error, isDiskFull)
    // What is refused says itself what it is: only what fails is logged, and what failed behind a refusal.
    const failure = error instanceof AppError ? error.cause : error
    if (status >= 500 && failure) request.log.error({ err: failure, status }, 'call failed')
    // The rest of the body would be read to its end, however slowly it comes.
    if (problem.code === 'too_slow') reply.header('connection', 'close')
    if (problem.retryAfterSeconds) reply.header('retry-after', problem.retryAfterSeconds)
    return reply.status(status).send({ ...problem, requestId: request.id })
  })
}

/** What is no HTTP, or has headers too large, is answered in the same shape, and the connection closed. */
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

/** What an address answers that cannot be decoded. */
export function noSuchAddress(request: { id: string }): Problem {
  return { code: 'bad_request', message: 'This address is not well-formed.', requestId: request.id }
}

/** What a call says that takes a file, and got a body that was never looked at as one. */
function wrongBody({ code }: FastifyError, { routeOptions }: FastifyRequest): Answer | undefined {
  const body = routeOptions.config.route?.body
  if (typeof body !== 'string' || !WRONG_BODY.includes(code)) return undefined
  return of(415, 'unsupported_file', SEND_INSTEAD[body])
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
  if (status === 413) return of(413, 'too_large', 'This is too large to take in one request.')
  if (status === 415) return of(415, 'unsupported_file', SEND_INSTEAD.json)
  if (status >= 400 && status < 500) return of(status, 'bad_request', clientLabel(error))
  if (UNFIT_TEXT.includes(error.code))
    return of(400, 'bad_request', 'There are characters in this that cannot be kept: take them out and try again.')
  if (error.code === REFUSED_BY_RULE) return of(422, 'unprocessable', error.message)
  const failure = failureOf(error)
  if (failure) return of(503, 'unavailable', isDiskFull() ? DISK_FULL.why : failure.why)
  return of(500, 'internal_error', SOMETHING_WENT_WRONG)
}

/** PostgreSQL's refusals of a zero byte in a text, in UTF-8 and in JSON. The shapes refuse it first where they can. */
const UNFIT_TEXT = ['22021', '22P05']

/** A rule that the database itself holds, with a message that is meant for people. */
const REFUSED_BY_RULE = 'DR422'

function of(status: number, code: string, message: string): Answer {
  return { status, problem: { code, message } }
}

function clientLabel(error: FastifyError): string {
  return error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'The body is no valid JSON.' : error.message
}

/** What fastify-type-provider-zod throws: a problem a field, its path as a JSON pointer. */
type ZodFailure = {
  validation: { keyword: string; instancePath: string; message?: string; params: { keys?: string[] } }[]
}

/** A body can be wrong in thousands of places: so many are told. */
const MAX_FIELDS = 100

function invalid(error: unknown): Answer {
  const fields = (error as ZodFailure).validation.flatMap(fieldsOf).slice(0, MAX_FIELDS)
  return {
    status: 400,
    problem: { code: 'validation_failed', message: fields[0]?.message ?? 'Some fields need another look', fields },
  }
}

function fieldsOf({ keyword, instancePath, message, params }: ZodFailure['validation'][number]): FieldProblem[] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  if (keyword === 'unrecognized_keys')
    return (params.keys ?? []).map((key) => undeclaredField(path ? `${path}.${key}` : key))
  return [{ path, message: message ?? 'This is not right' }]
}
