import { Agent, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Problem, problem } from '@despatch/contract/route/problem'
import type { Route } from '@despatch/contract/route/route'
import type { RouteAnswer, RouteInput } from '@despatch/contract/route/types'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { openRuleBookCache } from '../routing/rule-book/rule-book-cache.ts'
import { runReturnsTries } from '../returns/rules/try-jobs.ts'
import { doWhatIfs } from '../routing/what-if/what-if-jobs.ts'
import { buildApp } from '../build-app.ts'
import type { Limits } from '../process/limits.ts'
import type { Readiness } from '../process/observe.ts'
import { drain } from '../process/stop.ts'
import { openSecretBox } from '../process/secret-box.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { mergeCarrierAliases } from '../feeds/carrier-event-codes/merge-carrier-aliases.ts'
import { startEventCodeWorker } from '../feeds/carrier-event-codes/event-code-jobs.ts'
import { doInvoiceImports } from '../invoices/import/import-jobs.ts'
import { runExports } from '../exports/export-jobs.ts'
import { EXPORT_WORKER, exportedReports } from '../exported-reports.ts'
import { homeCounts } from '../home-counts.ts'
import { OpenWorkCache } from '../figures/open-work-cache.ts'
import { openJobs } from '../jobs/jobs.ts'
import { RECURRING_JOBS } from '../recurring-jobs.ts'
import type { Post } from '../mail/post.ts'
import type { Mail } from '../mail/queue-mail.ts'
import { startMailSender } from '../mail/send-mails.ts'
import type { PowerBi } from '../reports/power-bi/power-bi.ts'
import type { AddressProvider } from '../orders/create/address-provider.ts'
import { addressRules } from '../process/address-rules.ts'
import { startWebhookSender } from '../feeds/webhooks/send-deliveries.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type Answer<Body> = { status: number; headers: Headers; body: Body }
/** The refusal of a call. Throws if it was not refused. */
export const refusalOf = ({ body }: { body: unknown }): Problem => problem.parse(body)
export type SignedIn = { token: string; client?: string }

export type TestPortal = {
  app: FastifyInstance
  database: Database
  testDatabase: TestDatabase
  url: string
  /** Every mail sent, unless the portal uses another post. */
  mails: Mail[]
  /** The first mail to an address once it is sent; `skip` skips earlier ones. Throws if none arrives. */
  mailTo(address: string, skip?: number): Promise<Mail>
  /** Calls a route over HTTP as the contract specifies. Errors are returned as they are. */
  call<R extends Route>(
    route: R,
    input: RouteInput<R>,
    as?: SignedIn,
    headers?: Record<string, string>,
  ): Promise<Answer<RouteAnswer<R>>>
  /** The same with input that the contract may refuse, or whose type is unknown. */
  send<R extends Route>(
    route: R,
    input: unknown,
    as?: SignedIn,
    headers?: Record<string, string>,
  ): Promise<Answer<RouteAnswer<R>>>
  /** Calls any method and path over HTTP. */
  request(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer<Record<string, unknown>>>
  close(): Promise<void>
}

type Options = {
  log?: FastifyBaseLogger
  secret?: string
  post?: Post
  addresses?: AddressProvider
  powerBi?: PowerBi
  /** Where webhooks may be sent beside the internet; by default this machine. */
  webhookAllow?: readonly string[]
  metricsToken?: string
  limits?: Partial<Limits>
  /** Proxies whose X-Forwarded-For is trusted; by default this machine. */
  trustedProxies?: readonly string[]
  /** The port; by default any free one. */
  port?: number
  /** Returns the URL by which the portal reaches its database instead of the database's own. */
  through?: (appUrl: string) => Promise<string>
}

/** Starts the workers of every queue, as main.ts does. */
const doJobs = (work: Parameters<typeof doInvoiceImports>[0]) =>
  Promise.all([
    doWhatIfs(work),
    runReturnsTries(work),
    startEventCodeWorker(work),
    doInvoiceImports(work),
    runExports({ ...work, worker: EXPORT_WORKER }),
  ])

const providersOf = ({ addresses, powerBi }: Options) => ({ addresses, powerBi })

/** Stops as the server does: a kept-alive connection would delay the end of the test for 72 seconds. */
async function end(app: FastifyInstance, readiness: Readiness, work: readonly { stop(): Promise<unknown> | void }[]) {
  await drain(app, readiness, 0)
  for (const each of work) await each.stop()
}

/** Returns the URL of the server. */
async function listen(app: FastifyInstance, port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Opens the whole server on a new database and a free port, by default without a log. */
export async function openTestPortal(options: Options = {}): Promise<TestPortal> {
  const testDatabase = await createTestDatabase()
  const appUrl = options.through ? await options.through(testDatabase.appUrl) : testDatabase.appUrl
  const database = openDatabase({ appUrl, checksReads: true })
  const mails: Mail[] = []
  const secrets = openSecretBox(options.secret ?? 'the fixed secret of every test portal')
  const post = options.post ?? { send: async (mail) => void mails.push(mail), close() {} }
  const log = options.log ?? { warn() {}, error() {} }
  const mail = startMailSender({ database, secrets, post, log })
  const webhookAddresses = addressRules(options.webhookAllow ?? ['127.0.0.1'])
  const webhooks = startWebhookSender({ database, secrets, rules: webhookAddresses, log })
  const jobs = await openJobs({ appUrl, log })
  await doJobs({ appUrl, database, jobs, log })
  const services = {
    secrets,
    webhookAddresses,
    jobs,
    recurringJobs: RECURRING_JOBS,
    homeCounts,
    ...providersOf(options),
    publicUrl: '',
    contact: 'Despatch desk, desk@example.com',
    mailQueued: mail.wake,
    webhooksQueued: webhooks.wake,
    books: openRuleBookCache(),
    work: new OpenWorkCache(),
    carriersChanged: mergeCarrierAliases,
    reports: exportedReports,
  }
  const readiness = { isOn: true }
  const app = await buildApp({
    database,
    readiness,
    services,
    log: options.log ?? false,
    metricsToken: options.metricsToken,
    // A test is no person, and may call as fast as it can.
    limits: { callsPerSecond: 100_000, ...options.limits },
    ...(options.trustedProxies && { trustedProxies: options.trustedProxies }),
  })
  const url = await listen(app, options.port)
  services.publicUrl = url
  const agent = new Agent({ keepAlive: true })
  const request = requestsTo(url, agent)
  const close = async () => {
    agent.destroy()
    await end(app, readiness, [mail, webhooks, jobs])
    await database.close()
    await testDatabase.drop()
  }
  const calls = { request, ...callsBy(request) }
  return { app, database, testDatabase, url, mails, mailTo: mailsIn(mails), ...calls, close }
}

type HttpRequest = { agent: Agent; method: string; headers: Record<string, string>; body: string | undefined }

/** Like fetch at a third of its cost: the tests make tens of thousands of calls. */
function sendRequest(
  url: URL,
  { body, ...options }: HttpRequest,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = send(url, {
    ...options,
    headers: { ...options.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  })
  sent.once('response', resolve)
  // A request that is refused before it is read breaks off after its answer.
  sent.on('error', reject)
  sent.end(body)
  return promise.then(async (answer) => ({
    status: answer.statusCode ?? 0,
    headers: new Headers(
      Object.entries(answer.headersDistinct).flatMap(([name, values]) =>
        (values ?? []).map((value): [string, string] => [name, value]),
      ),
    ),
    text: await text(answer),
  }))
}

const mailsIn =
  (mails: readonly Mail[]): TestPortal['mailTo'] =>
  async (address, skip = 0) => {
    for (let tries = 0; tries < 4800; tries++) {
      const found = mails.filter(({ to }) => to === address)[skip]
      if (found) return found
      await sleep(25)
    }
    throw new Error(`No mail has gone to ${address}`)
  }

const requestsTo =
  (url: string, agent: Agent): TestPortal['request'] =>
  async (method, path, { body, headers = {} } = {}) => {
    const answer = await sendRequest(new URL(url + path), {
      agent,
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson && answer.text ? JSON.parse(answer.text) : { text: answer.text }) as Record<string, unknown>,
    }
  }

function callsBy(request: TestPortal['request']): Pick<TestPortal, 'call' | 'send'> {
  const send: TestPortal['send'] = async <R extends Route>(
    route: R,
    input: unknown,
    as?: SignedIn,
    headers?: Record<string, string>,
  ) => {
    const { params, query, body } = input as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params?.[name] ?? ''))
    const answer: Answer<unknown> = await request(
      route.method,
      path + (query ? `?${new URLSearchParams(query).toString()}` : ''),
      {
        body,
        headers: { ...(as && { access_token: as.token }), ...(as?.client && { client: as.client }), ...headers },
      },
    )
    return { ...answer, body: answer.body as RouteAnswer<R> }
  }
  return { call: send, send }
}
