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
import { KeptWork } from '../figures/kept-work.ts'
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
/** What a call was refused with. Throws where it was not refused. */
export const refusalOf = ({ body }: { body: unknown }): Problem => problem.parse(body)
export type SignedIn = { token: string; client?: string }

export type TestPortal = {
  app: FastifyInstance
  database: Database
  testDatabase: TestDatabase
  url: string
  /** Every mail that has gone out, unless the portal was given another post. */
  mails: Mail[]
  /** The first mail to an address, once it has gone out; `skip` passes over so many. Throws when none comes. */
  mailTo(address: string, skip?: number): Promise<Mail>
  /** Calls a route over HTTP as the contract says; answers errors too, as they came. */
  call<R extends Route>(
    route: R,
    input: RouteInput<R>,
    as?: SignedIn,
    headers?: Record<string, string>,
  ): Promise<Answer<RouteAnswer<R>>>
  /** The same with input that the contract may refuse, or that only a table of cases knows. */
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
    given?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer<Record<string, unknown>>>
  close(): Promise<void>
}

type Options = {
  log?: FastifyBaseLogger
  secret?: string
  post?: Post
  addresses?: AddressProvider
  powerBi?: PowerBi
  /** Where webhooks may be sent to beside the internet; this machine unless told. */
  webhookAllow?: readonly string[]
  metricsToken?: string
  limits?: Partial<Limits>
  /** Whose X-Forwarded-For is believed; this machine unless told. */
  trustedProxies?: readonly string[]
  /** Where it listens; any free port unless told. */
  port?: number
  /** By what address it reaches its database instead of the database's own. */
  through?: (appUrl: string) => Promise<string>
}

/** Does the jobs of every queue, as main.ts does. */
const doJobs = (work: Parameters<typeof doInvoiceImports>[0]) =>
  Promise.all([
    doWhatIfs(work),
    runReturnsTries(work),
    startEventCodeWorker(work),
    doInvoiceImports(work),
    runExports({ ...work, worker: EXPORT_WORKER }),
  ])

const providersOf = ({ addresses, powerBi }: Options) => ({ addresses, powerBi })

/** As the server itself stops: a connection that is kept alive would hold the end of the test for 72 seconds. */
async function end(app: FastifyInstance, readiness: Readiness, work: readonly { stop(): Promise<unknown> | void }[]) {
  await drain(app, readiness, 0)
  for (const each of work) await each.stop()
}

/** Gives the address at which it listens. */
async function listen(app: FastifyInstance, port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** The whole server on a database of its own, listening on a free port; silent unless it is given a log. */
export async function openTestPortal(given: Options = {}): Promise<TestPortal> {
  const testDatabase = await createTestDatabase()
  const appUrl = given.through ? await given.through(testDatabase.appUrl) : testDatabase.appUrl
  const database = openDatabase({ appUrl, checksReads: true })
  const mails: Mail[] = []
  const secrets = openSecretBox(given.secret ?? 'the fixed secret of every test portal')
  const post = given.post ?? { send: async (mail) => void mails.push(mail), close() {} }
  const log = given.log ?? { warn() {}, error() {} }
  const mail = startMailSender({ database, secrets, post, log })
  const webhookAddresses = addressRules(given.webhookAllow ?? ['127.0.0.1'])
  const webhooks = startWebhookSender({ database, secrets, rules: webhookAddresses, log })
  const jobs = await openJobs({ appUrl, log })
  await doJobs({ appUrl, database, jobs, log })
  const services = {
    secrets,
    webhookAddresses,
    jobs,
    recurringJobs: RECURRING_JOBS,
    homeCounts,
    ...providersOf(given),
    publicUrl: '',
    mailQueued: mail.wake,
    webhooksQueued: webhooks.wake,
    books: openRuleBookCache(),
    work: new KeptWork(),
    carriersChanged: mergeCarrierAliases,
    reports: exportedReports,
  }
  const readiness = { isOn: true }
  const app = await buildApp({
    database,
    readiness,
    services,
    log: given.log ?? false,
    metricsToken: given.metricsToken,
    // A test is no person, and may call as fast as it can.
    limits: { callsPerSecond: 100_000, ...given.limits },
    ...(given.trustedProxies && { trustedProxies: given.trustedProxies }),
  })
  const url = await listen(app, given.port)
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

type Asked = { agent: Agent; method: string; headers: Record<string, string>; body: string | undefined }

/** What fetch does, at a third of its cost: the tests make tens of thousands of calls. */
function ask(url: URL, { body, ...asked }: Asked): Promise<{ status: number; headers: Headers; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = send(url, {
    ...asked,
    headers: { ...asked.headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
  })
  sent.once('response', resolve)
  // What is refused before it has been read breaks off, behind its answer.
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
    const answer = await ask(new URL(url + path), {
      agent,
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const isJson = answer.headers.get('content-type')?.includes('json')
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson ? JSON.parse(answer.text) : { text: answer.text }) as Record<string, unknown>,
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
