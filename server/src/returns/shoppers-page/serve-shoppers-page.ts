import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { strangerShare } from '../../database/fair-slots.ts'
import { failureOf } from '../../database/faults/database-failure.ts'
import { isToken } from '../../http/authentication/token.ts'
import { drainBody } from '../../http/request-input.ts'
import { AppError } from '../../process/app-error.ts'
import { announce, showConfirm } from './confirm-steps.ts'
import { readDraft } from './drafts.ts'
import { findShop, inShop, type PageContext } from './page-context.ts'
import type { SentPage } from './page-layout.ts'
import { receiveForm } from './receive-form.ts'
import { printNote, showReturn, withdraw } from './return-steps.ts'
import {
  chooseItems,
  chooseOptions,
  draftExpired,
  findOrder,
  rejectForm,
  showItems,
  showOptions,
  showStart,
  type StepAnswer,
  type StepInput,
} from './steps.ts'
import { NO_PAGE, messageView } from './message-views.ts'

const COOKIE = 'despatch_return'
/** Limit for a form without photos. */
const FORM_BYTES = 64 * 1024
const zip = promisify(gzip)
/** Smaller pages are sent uncompressed. */
const ZIP_BYTES = 1400

type PageParams = { client: string; reference?: string; key?: string }
type Step = (context: PageContext, input: Required<StepInput>) => Promise<StepAnswer>

/**
 * Serves each client's page where shoppers announce returns, as HTML without scripts. Its database connections come out
 * of the fair share of the caller's address, as for all anonymous callers.
 */
export async function serveShoppersPage(app: FastifyInstance, { database }: { database: Database }): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.setErrorHandler((error: FastifyError, request, reply) => answerFault(error, request, reply))
    const page = { schema: { hide: true } }
    const contextOf = openContext(app, database)

    const at = (path: string) => `/returns/:client${path}`
    const show = (path: string, step: (context: PageContext, input: StepInput) => Promise<StepAnswer>) =>
      scope.get(at(path), page, async (request, reply) => {
        const context = await contextOf(request)
        if (!context) return sendPage(request, reply, noPage())
        const token = tokenOf(request)
        const answer = path === '' || isToken(token) ? await step(context, { token }) : draftExpired(context)
        return sendStep(request, reply, context, answer)
      })
    const receive = (path: string, step: Step, { isSealed = true } = {}) =>
      scope.post(at(path), { ...page, bodyLimit: FORM_BYTES }, async (request, reply) => {
        const context = await contextOf(request, { isSealed })
        if (!context) {
          drainBody(request.body)
          return sendPage(request, reply, noPage())
        }
        const answer = await formAnswer(context, request, step, isSealed)
        return sendStep(request, reply, context, answer)
      })

    show('', showStart)
    receive('', findOrder, { isSealed: false })
    show('/items', showItems)
    receive('/items', chooseItems)
    show('/options', showOptions)
    receive('/options', chooseOptions)
    show('/confirm', showConfirm)
    receive('/confirm', announce)
    serveReturn(scope, contextOf)
    scope.all('/returns/*', page, async (request, reply) => {
      drainBody(request.body)
      return sendPage(request, reply, noPage())
    })
  })
}

/** `hasDraft` is checked for requests that require a draft. */
type RequestContext = PageContext & { readonly hasDraft: boolean }
type ContextOf = (request: FastifyRequest, of?: { isSealed: boolean }) => Promise<RequestContext | undefined>

/** Builds the context of a request; undefined if the client has no page. */
function openContext({ services }: FastifyInstance, database: Database): ContextOf {
  return async (request, { isSealed } = { isSealed: false }) => {
    const { client } = request.params as PageParams
    if (!/^[A-Za-z0-9_-]{1,20}$/.test(client)) return undefined
    const shared: PageContext['database'] = {
      transaction: (work) => database.transaction(work, strangerShare(request.ip)),
    }
    const now = new Date()
    const [shop, draft] = await inShop(shared, client, (transaction) =>
      Promise.all([
        findShop(transaction, client),
        isSealed ? readDraft(transaction, { shop: { client }, now }, tokenOf(request)) : undefined,
      ]),
    )
    return shop && { database: shared, services, now, address: request.ip, shop, hasDraft: draft !== undefined }
  }
}

/** Routes of an announced return, open to anyone with its link. */
function serveReturn(scope: FastifyInstance, contextOf: ContextOf): void {
  const page = { schema: { hide: true } }
  const path = '/returns/:client/:reference/:key'
  const addressOf = (request: FastifyRequest) => {
    const { reference = '', key = '' } = request.params as PageParams
    return { reference, key }
  }
  scope.get(path, page, async (request, reply) => {
    const context = await contextOf(request)
    return context
      ? sendStep(request, reply, context, await showReturn(context, addressOf(request)))
      : sendPage(request, reply, noPage())
  })
  scope.post(`${path}/withdraw`, { ...page, bodyLimit: FORM_BYTES }, async (request, reply) => {
    const context = await contextOf(request)
    drainBody(request.body)
    return context
      ? sendStep(request, reply, context, await withdraw(context, addressOf(request)))
      : sendPage(request, reply, noPage())
  })
  scope.get(`${path}/note.pdf`, page, async (request, reply) => {
    const context = await contextOf(request)
    const note = context && (await printNote(context, addressOf(request)))
    if (!note) return sendPage(request, reply, noPage())
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="Return ${addressOf(request).reference}.pdf"`)
      .send(Buffer.from(note))
  })
}

/** Handles a form. Its body is read only if the browser has a draft. */
async function formAnswer(
  context: RequestContext,
  request: FastifyRequest,
  step: Step,
  isSealed: boolean,
): Promise<StepAnswer> {
  const token = tokenOf(request)
  if (isSealed && !context.hasDraft) {
    drainBody(request.body)
    return draftExpired(context)
  }
  try {
    const input = { token, form: await receiveForm(request) }
    return (isSealed && rejectForm(context, input)) || (await step(context, input))
  } finally {
    drainBody(request.body)
  }
}

function tokenOf({ headers }: FastifyRequest): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([A-Za-z0-9_-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''
}

async function sendStep(
  request: FastifyRequest,
  reply: FastifyReply,
  { shop }: PageContext,
  answer: StepAnswer,
): Promise<FastifyReply> {
  if ('page' in answer) {
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
    return sendPage(request, reply, { status: 200, ...answer })
  }
  if (answer.token !== undefined) {
    const secure = request.protocol === 'https' ? '; Secure' : ''
    reply.header(
      'set-cookie',
      `${COOKIE}=${answer.token}; Path=/returns/${shop.client}; HttpOnly; SameSite=Strict${secure}`,
    )
  }
  return reply.redirect(answer.to, 303)
}

const noPage = () => ({ status: 404, page: messageView(undefined, NO_PAGE) })

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page }: { status: number; page: SentPage },
): Promise<FastifyReply> {
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding')
  const isSmall = page.text.length < ZIP_BYTES
  if (isSmall || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(page.text)
  return reply.header('content-encoding', 'gzip').send(await zip(page.text))
}

/** Seconds to wait after the database was too busy. */
const BUSY_SECONDS = 10

function answerFault(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // A temporary database failure needs no investigation.
  const isBusy = failureOf(error) !== undefined
  const status = error instanceof AppError ? error.status : isBusy ? 503 : (error.statusCode ?? 500)
  if (status >= 500 && !(error instanceof AppError)) request.log.error({ err: error, status }, 'page failed')
  if (error instanceof AppError && error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
  if (isBusy) reply.header('retry-after', BUSY_SECONDS)
  const text =
    error instanceof AppError
      ? error.message
      : status === 413
        ? 'That is more than we can take at once. Go back and send less.'
        : status < 500
          ? 'We couldn’t read that. Go back and try again.'
          : isBusy
            ? 'Many people are here just now, and nothing was sent. Go back and try again in a minute.'
            : 'Something went wrong on our side, and nothing was sent. Go back and try again in a minute.'
  const title = status >= 500 ? 'That didn’t work' : 'We couldn’t take that'
  return sendPage(request, reply, { status, page: messageView(undefined, { title, text }) })
}
