import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteKeyUse } from './authentication/open-key.ts'
import type { Database } from '../database/database.ts'
import { inOrder, type Transaction } from '../database/transaction.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import type { Caller } from './authentication/open-session.ts'
import { noteSessionUse, renewToken } from './authentication/session-use.ts'
import { findSigningIn } from './authentication/signing-in.ts'
import { admit, findCachedAdmission } from './admit.ts'
import { isStaleSession } from './authentication/cached-sessions.ts'
import type { Bound } from './bind.ts'
import { type Callers, openCallers } from './callers.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { withIdempotency } from './idempotency.ts'
import { AppError } from '../process/app-error.ts'
import type { Limits } from '../process/limits.ts'
import { inputOf, drainBody, tokenOf } from './request-input.ts'
import { hidesSomething, type NameLookup, shownAnswer, rethrowShown } from './shown-answer.ts'
import { isStreamed } from './streamed-answer.ts'
import { requestsAllRows, isFirstPage, type Page, streamWholeList, withPage } from './whole-list.ts'

/** An order of 200 lines is 30 kB. Larger bodies are streamed. */
const BODY_LIMIT = 256 * 1024

/** What the handling of calls needs. */
type CallServices = {
  database: Database
  callers: Callers
  /** Calls with their own transactions that have not ended, including those whose sender has disconnected. */
  underWay: Set<Promise<unknown>>
}

/** Time for calls of disconnected senders to store their state. Longer ones continue when the file is sent again. */
const CLOSE_GRACE_MS = 3000

/** Opens what the handling of calls needs. When the app closes, calls of disconnected senders get a moment to end. */
export function openCallServices(app: FastifyInstance, database: Database, limits: Limits): CallServices {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    await Promise.race([Promise.allSettled(underWay), sleep(CLOSE_GRACE_MS, undefined, { ref: false })])
  })
  return { database, callers: openCallers(limits), underWay }
}

/** Registers a route: identifies the caller, checks permission and input, then runs the handler. */
export function register(app: FastifyInstance, services: CallServices, { route, handle }: Bound): void {
  const { params, query, body } = route
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: BODY_LIMIT,
    // Input is checked before the handler, but errors are reported only once the caller is known: a stranger learns nothing.
    attachValidation: true,
    schema: {
      summary: route.summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && typeof body !== 'string' && { body }),
      response: { 200: route.answer },
    },
    config: { route },
    async onRequest(request) {
      if (route.permission !== 'public') services.callers.count(tokenOf(request))
    },
    async handler(request, reply) {
      const database = withFairShare(services, request)
      return route.permission === 'public'
        ? handle(publicContext(database, request), inputOf(route, request))
        : route.permission === 'signing-in'
          ? handleSigningIn(database, route, handle, request)
          : route.ownTransactions
            ? handleStreaming({ ...services, database }, route, handle, request, reply)
            : requestsAllRows(route, request)
              ? handleWholeList({ ...services, database }, route, handle, request, reply)
              : handleInTransaction({ ...services, database }, route, handle, request, reply)
    },
  })
}

/**
 * A page of a list that is sent whole. Later pages are admitted by the session of the first, because its token may have been
 * replaced since, and a replaced token works for only a minute.
 */
type WholeListPage = { page: Page; list: { sessionId?: number } }

/** The database, with the call's transactions counted towards the share of its client or sender. */
function withFairShare({ database, callers }: CallServices, { headers, ip }: FastifyRequest): Database {
  const [token, client] = [headers['access_token'], headers['client']]
  // Evaluated for each transaction, because a new caller becomes known when it is admitted.
  const share = () =>
    callers.shareOf({
      token: typeof token === 'string' ? token : undefined,
      client: typeof client === 'string' ? client : undefined,
      address: ip,
    })
  return {
    ...database,
    transaction: (work) => database.transaction(work, share()),
    forSender: (sender) => database.forSender(sender, share()),
  }
}

async function handleSigningIn(
  database: Database,
  route: Route,
  handle: Bound['handle'],
  request: FastifyRequest,
): Promise<unknown> {
  const context = publicContext(database, request)
  const signingIn = await database.transaction((transaction) =>
    findSigningIn(transaction, tokenOf(request), context.now),
  )
  return handle({ ...context, signingIn }, inputOf(route, request))
}

async function handleInTransaction(
  { database, callers }: CallServices,
  route: Route,
  handle: Bound['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
  part?: WholeListPage,
): Promise<unknown> {
  const now = new Date()
  const call = { callers, route, request, now }
  let admitted: Caller | undefined
  let newToken: string | undefined
  const answerTo = async (transaction: Transaction, caller: Caller): Promise<unknown> => {
    admitted = caller
    if (part) part.list.sessionId = caller.sessionId
    const wholeInput = inputOf(route, request)
    const input = part ? withPage(route, wholeInput, part.page) : wholeInput
    const audited: string[] = []
    const client = route.access === 'one-client' ? (caller.clients[0] ?? '') : ''
    const context = { ...requestInfo(request), now, transaction, caller, client, clients: caller.clients, audited }
    const key = route.idempotent && request.headers['idempotency-key']
    const { sees, username: ownName } = caller
    const viewer = { sees, ownName, inTransaction: (lookUp: NameLookup) => lookUp(transaction) }
    const answer = await (
      key
        ? withIdempotency(context, { key: String(key), route, input }, reply, () => handle(context, input))
        : handle(context, input)
    ).catch((error: unknown) => rethrowShown(error, viewer))
    if (route.audited && audited.length === 0 && !reply.hasHeader('idempotency-replayed'))
      throw new Error(`${route.path} changed something without an audit row`)
    // Hide what the caller may not see in the same transaction. The handler of a file does this itself.
    const shown = answer instanceof FileAnswer ? answer : await shownAnswer(answer, route.answer, viewer)
    // Headers are already sent when later pages are read: a token renewed then would be lost.
    if (!part || isFirstPage(part.page)) newToken = await renewToken(transaction, caller, now)
    return shown
  }
  const admitAndAnswer = async (transaction: Transaction) =>
    answerTo(transaction, await admit(transaction, { ...call, sessionId: part?.list.sessionId }))
  try {
    const answer = await runCall(database, admitAndAnswer, part ? undefined : findCachedAdmission(call), answerTo)
    if (newToken) reply.header('access_token', newToken)
    return answer instanceof FileAnswer ? await sendFile(reply, route, answer) : answer
  } catch (error) {
    // If the database has just failed the call, do not ask it for more while the caller waits.
    if (!(error instanceof AppError)) admitted = undefined
    throw error
  } finally {
    if (admitted) await noteUsage(database, admitted, request, now)
  }
}

/**
 * Runs a call in a transaction. With a cached session, the first statements travel in one packet behind the check of the
 * session. If the check fails, the database has refused everything behind it, so nothing was read or written, and the call is
 * repeated with the current session.
 */
async function runCall(
  database: Database,
  admitAndAnswer: (transaction: Transaction) => Promise<unknown>,
  cached: ReturnType<typeof findCachedAdmission>,
  answerTo: (transaction: Transaction, caller: Caller) => Promise<unknown>,
): Promise<unknown> {
  const attempt = (work: typeof admitAndAnswer) => retryOnDeadlock(() => database.transaction(work))
  if (!cached) return attempt(admitAndAnswer)
  const answerCached = async (transaction: Transaction) => {
    const { check, caller } = cached.admit(transaction)
    const answering = async () => answerTo(transaction, caller())
    // The check is first, so that its failure wins over any other, refusals included.
    const [, answer] = await inOrder([check, answering()])
    return answer
  }
  try {
    return await attempt(answerCached)
  } catch (error) {
    if (!isStaleSession(error)) throw error
    cached.forget()
    return attempt(admitAndAnswer)
  }
}

/** Answers a list of all rows. Each page is a call with its own transaction. */
async function handleWholeList(
  services: CallServices,
  route: Route,
  handle: Bound['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const list = {}
  const ask = (page: Page) => handleInTransaction(services, route, handle, request, reply, { page, list })
  const { json } = await streamWholeList(route, ask)
  return reply.type('application/json; charset=utf-8').send(json)
}

async function handleStreaming(
  { database, callers, underWay }: CallServices,
  route: Route,
  handle: Bound['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const now = new Date()
  const { caller, newToken } = await database.transaction(async (transaction) => {
    const caller = await admit(transaction, { route, request, now, callers })
    return { caller, newToken: await renewToken(transaction, caller, now) }
  })
  await noteUsage(database, caller, request, now)
  if (newToken) reply.header('access_token', newToken)
  const input = inputOf(route, request)
  const context = {
    ...requestInfo(request),
    now,
    database,
    caller,
    client: route.access === 'one-client' ? (caller.clients[0] ?? '') : '',
    clients: caller.clients,
    stream: request.body as Readable,
    contentType: request.headers['content-type'] ?? '',
    audited: [],
  }
  const handling = handle(context, input)
  underWay.add(handling)
  const answer = await handling
    .catch((error: unknown) => {
      if (!(reply.sent && error instanceof AppError)) throw error
      // The sender has been answered already: log what failed after the refusal.
      if (error.cause) request.log.error({ err: error.cause }, 'call failed')
    })
    .finally(() => {
      underWay.delete(handling)
      drainBody(request.body)
    })
  if (reply.sent) {
    // Nobody reads this answer, so nobody else would close its source.
    if (isStreamed(answer)) answer.json.destroy()
    return undefined
  }
  if (answer instanceof FileAnswer) return sendFile(reply, route, answer)
  if (!isStreamed(answer))
    return shownAnswer(answer, route.answer, {
      sees: caller.sees,
      inTransaction: (lookUp) => database.transaction(lookUp),
    })
  if (hidesSomething(route, caller.sees)) throw new Error(`${route.path} streams what its caller may not see`)
  return reply.type('application/json; charset=utf-8').send(answer.json)
}

/** Records use once a minute, outside the call's transaction: refused calls count as activity too. */
async function noteUsage(database: Database, caller: Caller, request: FastifyRequest, now: Date): Promise<void> {
  if (!caller.needsUsageUpdate) return
  await database
    .transaction((transaction) =>
      caller.apiKey
        ? noteKeyUse(transaction, caller.apiKey.id, { now, address: request.ip })
        : noteSessionUse(transaction, caller.sessionId, now),
    )
    .catch((error: unknown) => request.log.warn({ err: error }, 'the use of a session or key was not noted'))
}

function requestInfo(request: FastifyRequest) {
  return {
    now: new Date(),
    requestId: request.id,
    address: request.ip,
    browser: (request.headers['user-agent'] ?? '').slice(0, 300),
    log: request.log,
    services: request.server.services,
  }
}

function publicContext(database: Database, request: FastifyRequest) {
  const token = request.headers['access_token']
  return {
    ...requestInfo(request),
    // Retried after a deadlock, like every other call.
    inTransaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      retryOnDeadlock(() => database.transaction(work)),
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }
}
