import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteKeyUse } from './authentication/open-key.ts'
import type { Database } from '../database/database.ts'
import { inOrder, type Transaction } from '../database/transaction.ts'
import { retryOnDeadlock } from '../database/retry-on-deadlock.ts'
import { type Caller, noteUse, renewToken } from './authentication/open-session.ts'
import { findSigningIn } from './authentication/signing-in.ts'
import { admit, findKept } from './admit.ts'
import { isNotAsKept } from './authentication/kept-sessions.ts'
import type { Bound } from './bind.ts'
import { type Callers, openCallers } from './callers.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { withIdempotency } from './idempotency.ts'
import { AppError } from '../process/app-error.ts'
import type { Limits } from '../process/limits.ts'
import { inputOf, drainBody, tokenOf } from './request-input.ts'
import { hidesSomething, type Look, shownAnswer, throwShown } from './shown-answer.ts'
import { isStreamed } from './streamed-answer.ts'
import { asksForAll, isFirst, type Page, wholeList, withPage } from './whole-list.ts'

/** Small: an order of 200 lines is 30 kB. What is larger comes as a stream. */
const BODY_LIMIT = 256 * 1024

/** What calls are answered with. */
type Served = {
  database: Database
  callers: Callers
  /** Calls that open their own transactions, until they are done: also when their sender has gone. */
  underWay: Set<Promise<unknown>>
}

/** For calls whose senders were cut off to write down what is kept; those that take longer go on when the file is sent again. */
const LEFT_MS = 3000

/** What the calls of an app are answered with. As it closes, calls whose senders were cut off have a moment to end. */
export function openServed(app: FastifyInstance, database: Database, limits: Limits): Served {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    await Promise.race([Promise.allSettled(underWay), sleep(LEFT_MS, undefined, { ref: false })])
  })
  return { database, callers: openCallers(limits), underWay }
}

/** Registers a bound route: who calls, what they hold, whether the request is well-formed, and then the handler. */
export function register(app: FastifyInstance, given: Served, { route, handle }: Bound): void {
  const { params, query, body } = route
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: BODY_LIMIT,
    // The shape is checked before the handler, but told only once the caller is known: a stranger learns nothing.
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
      if (route.permission !== 'public') given.callers.count(tokenOf(request))
    },
    async handler(request, reply) {
      const database = sharing(given, request)
      return route.permission === 'public'
        ? handle(publicContext(database, request), inputOf(route, request))
        : route.permission === 'signing-in'
          ? handleSigningIn(database, route, handle, request)
          : route.ownTransactions
            ? handleLong({ ...given, database }, route, handle, request, reply)
            : asksForAll(route, request)
              ? handleWhole({ ...given, database }, route, handle, request, reply)
              : handleInTransaction({ ...given, database }, route, handle, request, reply)
    },
  })
}

/**
 * A page of a list that is sent whole. Later ones are let in by the session of the first: its token may have been replaced
 * since, by this call or by another one of the session, and then serves for a minute alone.
 */
type Part = { page: Page; list: { sessionId?: number } }

/** The database, with the transactions of a call counted for the share of whom it is for. */
function sharing({ database, callers }: Served, { headers, ip }: FastifyRequest): Database {
  const [token, client] = [headers['access_token'], headers['client']]
  // A caller whom the server does not know yet is known once let in.
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
  { database, callers }: Served,
  route: Route,
  handle: Bound['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
  part?: Part,
): Promise<unknown> {
  const now = new Date()
  const asked = { callers, route, request, now }
  let admitted: Caller | undefined
  let newToken: string | undefined
  const answerTo = async (transaction: Transaction, caller: Caller): Promise<unknown> => {
    admitted = caller
    if (part) part.list.sessionId = caller.sessionId
    const asked = inputOf(route, request)
    const input = part ? withPage(route, asked, part.page) : asked
    const audited: string[] = []
    const client = route.access === 'one-client' ? (caller.clients[0] ?? '') : ''
    const context = { ...requestInfo(request), now, transaction, caller, client, clients: caller.clients, audited }
    const key = route.idempotent && request.headers['idempotency-key']
    const { sees, username: ownName } = caller
    const onlooker = { sees, ownName, inTransaction: (look: Look) => look(transaction) }
    const answer = await (
      key
        ? withIdempotency(context, { key: String(key), route, input }, reply, () => handle(context, input))
        : handle(context, input)
    ).catch((error: unknown) => throwShown(error, onlooker))
    if (route.audited && audited.length === 0 && !reply.hasHeader('idempotency-replayed'))
      throw new Error(`${route.path} changed something without an audit row`)
    // Shown within the transaction, as what it was read in; a file is made for its caller by its handler.
    const shown = answer instanceof FileAnswer ? answer : await shownAnswer(answer, route.answer, onlooker)
    // The headers of a list are gone when its later pages are read: a token renewed then would be lost.
    if (!part || isFirst(part.page)) newToken = await renewToken(transaction, caller, now)
    return shown
  }
  const carefully = async (transaction: Transaction) =>
    answerTo(transaction, await admit(transaction, { ...asked, sessionId: part?.list.sessionId }))
  try {
    const answer = await doOnce(database, carefully, part ? undefined : findKept(asked), answerTo)
    if (newToken) reply.header('access_token', newToken)
    return answer instanceof FileAnswer ? await sendFile(reply, route, answer) : answer
  } catch (error) {
    // A database that has just failed the call is not asked for more while the caller waits.
    if (!(error instanceof AppError)) admitted = undefined
    throw error
  } finally {
    if (admitted) await noteOnce(database, admitted, request, now)
  }
}

/**
 * Does a call's work in a transaction: where its session is kept, all that is asked at first travels in one packet behind the
 * check of it. Where that fails the database has refused all that came behind it: nothing was seen of that, or written, and
 * the call is made again by the session as it is.
 */
async function doOnce(
  database: Database,
  carefully: (transaction: Transaction) => Promise<unknown>,
  kept: ReturnType<typeof findKept>,
  answerTo: (transaction: Transaction, caller: Caller) => Promise<unknown>,
): Promise<unknown> {
  // Two who hold what the other wants: one is given up by the database, and is done again rather than told to try again.
  const attempt = (work: typeof carefully) => retryOnDeadlock(() => database.transaction(work))
  if (!kept) return attempt(carefully)
  const byWhatIsKept = async (transaction: Transaction) => {
    const { isStill, caller } = kept.admit(transaction)
    const answering = async () => answerTo(transaction, caller())
    // Whatever became of the rest, refusals too: the check speaks first.
    const [, answer] = await inOrder([isStill, answering()])
    return answer
  }
  try {
    return await attempt(byWhatIsKept)
  } catch (error) {
    if (!isNotAsKept(error)) throw error
    kept.forget()
    return attempt(carefully)
  }
}

/** A list of all rows, each page of which is a call with a transaction of its own. */
async function handleWhole(
  served: Served,
  route: Route,
  handle: Bound['handle'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const list = {}
  const ask = (page: Page) => handleInTransaction(served, route, handle, request, reply, { page, list })
  const { json } = await wholeList(route, ask)
  return reply.type('application/json; charset=utf-8').send(json)
}

async function handleLong(
  { database, callers, underWay }: Served,
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
  await noteOnce(database, caller, request, now)
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
      // Its sender has been answered already: what failed behind the refusal is for the log alone.
      if (error.cause) request.log.error({ err: error.cause }, 'call failed')
    })
    .finally(() => {
      underWay.delete(handling)
      drainBody(request.body)
    })
  if (reply.sent) {
    // Nobody takes this answer, so nobody would close what it is read from.
    if (isStreamed(answer)) answer.json.destroy()
    return undefined
  }
  if (answer instanceof FileAnswer) return sendFile(reply, route, answer)
  if (!isStreamed(answer))
    return shownAnswer(answer, route.answer, {
      sees: caller.sees,
      inTransaction: (look) => database.transaction(look),
    })
  if (hidesSomething(route, caller.sees)) throw new Error(`${route.path} streams what its caller may not see`)
  return reply.type('application/json; charset=utf-8').send(answer.json)
}

/** Notes once a minute that a session, or a key, is in use: apart from the call, for a call that is refused is activity too. */
async function noteOnce(database: Database, caller: Caller, request: FastifyRequest, now: Date): Promise<void> {
  if (!caller.needsUsageUpdate) return
  await database
    .transaction((transaction) =>
      caller.apiKey
        ? noteKeyUse(transaction, caller.apiKey.id, { now, address: request.ip })
        : noteUse(transaction, caller.sessionId, now),
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
    // As every other call: done again where two held what the other wanted.
    inTransaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      retryOnDeadlock(() => database.transaction(work)),
    token: typeof token === 'string' && token !== '' ? token : undefined,
  }
}
