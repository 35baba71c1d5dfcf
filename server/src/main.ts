import { loadHolidays } from './administration/clients/published-holidays.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { openRuleBookCache } from './routing/rule-book/rule-book-cache.ts'
import { runReturnsTries } from './returns/rules/try-jobs.ts'
import { doWhatIfs } from './routing/what-if/what-if-jobs.ts'
import { banner } from './banner.ts'
import { buildApp } from './build-app.ts'
import { restartWhenCompiled } from './process/restart-when-compiled.ts'
import { type Config, outboxFolder, readConfig } from './process/config.ts'
import { prepareDemoClaims } from './claims/prepare-demo-claims.ts'
import { startCountingBillingDays } from './invoices/still-to-be-billed/billing-days.ts'
import { startSettlingExchanges } from './returns/portal/exchange-job.ts'
import { startReturnMails } from './returns/shoppers-page/mail-job.ts'
import { fillAtStart } from './fill-at-start.ts'
import { RECURRING_JOBS } from './recurring-jobs.ts'
import { listen, refuseTakenPort } from './listen.ts'
import { openLog } from './process/log.ts'
import { portalSecret } from './process/portal-secret.ts'
import { report, step as timed } from './process/progress.ts'
import { openSecretBox } from './process/secret-box.ts'
import type { Services } from './process/services.ts'
import { StartError } from './process/start-error.ts'
import { removeLeftFiles } from './files/temporary-file.ts'
import { drain, watchForStop } from './process/stop.ts'
import { type Database, openDatabase } from './database/database.ts'
import { migrate } from './database/migrate/migrate.ts'
import { openPostgres } from './database/open-postgres.ts'
import { openServerClock } from './database/faults/server-clock.ts'
import { fillDemo, isDemo } from './demo/fill-demo.ts'
import { importDemoInvoices } from './invoices/import/import-demo-invoices.ts'
import { mergeCarrierAliases } from './feeds/carrier-event-codes/merge-carrier-aliases.ts'
import { startEventCodeWorker } from './feeds/carrier-event-codes/event-code-jobs.ts'
import { startMatchingLate } from './invoices/matching/match-late.ts'
import { doInvoiceImports } from './invoices/import/import-jobs.ts'
import { startFolding } from './figures/deltas.ts'
import { startRecounting } from './figures/start-recounting.ts'
import { OpenWorkCache } from './figures/open-work-cache.ts'
import { factSets } from './fact-sets.ts'
import { runExports } from './exports/export-jobs.ts'
import { EXPORT_WORKER, exportedReports } from './exported-reports.ts'
import { homeCounts } from './home-counts.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import type { DatabaseAddress } from './jobs/jobs-database.ts'
import { runRecurring } from './jobs/recurring.ts'
import { outboxPost, smtpPost } from './mail/post.ts'
import { startMailSender } from './mail/send-mails.ts'
import { addressRules } from './process/address-rules.ts'
import { startWebhookSender } from './feeds/webhooks/send-deliveries.ts'
import { openPowerBi } from './reports/power-bi/power-bi.ts'
import { openAddressProvider } from './orders/create/address-provider.ts'

restartWhenCompiled()
const stopping = watchForStop()
const log = openLog()
/** How long a server answers after it turned /readyz off on SIGTERM: balancers need to notice. */
const SIGTERM_NOTICE_MS = 4000
/** Exit code on which npm start (tools/keep-serving.mjs) restarts the server: it had served and had to stop. */
const RESTART_CODE = 70
/** Functions that close what has been opened, in order of opening. */
const closers: (() => Promise<void>)[] = []

/** Runs a step of the start, unless stopping was requested. */
function step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
  if (stopping.isRequested()) throw new StartError('The start was called off.')
  return timed(title, work)
}

const openPost = (config: Config) =>
  config.smtp ? smtpPost(config.smtp, config.mailFrom) : outboxPost(outboxFolder(config), config.mailFrom)

/** Parts of the demo that the product's own code creates. */
async function finishDemo(database: Database): Promise<void> {
  await step('Importing the demo’s invoices', () => importDemoInvoices(database))
  await step('Preparing the demo’s claims', () => prepareDemoClaims(database))
}

/** Opens the job queue and starts its workers. */
async function openQueue(on: DatabaseAddress & { database: Database }, isHeld: () => boolean): Promise<Jobs> {
  const jobs = await openJobs({ ...on, log, isHeld, runsSchedules: true })
  closers.push(() => jobs.stop())
  const work = { ...on, jobs, log }
  await Promise.all([doWhatIfs(work), runReturnsTries(work), startEventCodeWorker(work), doInvoiceImports(work)])
  await runExports({ ...work, worker: EXPORT_WORKER })
  return jobs
}

async function start(): Promise<void> {
  const began = performance.now()
  const config = readConfig(process.env)
  await refuseTakenPort(config)
  const postgres = await step('Starting PostgreSQL', () => openPostgres(config, { report, attaches: false }))
  closers.push(() => postgres.stop())
  void postgres.lost.then((failure) => stopping.stop({ why: 'the database is lost', failure }))
  const { ownerUrl, appUrl, role } = postgres
  await step('Bringing the database up to date', () => migrate({ ownerUrl, report }))
  if (config.demo) await step('Filling the demo', () => fillDemo({ ownerUrl, report }))
  const database = openDatabase({ appUrl, role })
  closers.push(() => database.close())
  if (config.demo) await finishDemo(database)
  const clock = openServerClock(database)
  await clock.check()
  const trouble = () => postgres.trouble() ?? clock.trouble()
  const readiness = { isOn: true, trouble, isDiskFull: () => postgres.trouble() !== undefined }
  const secrets = openSecretBox(await portalSecret(config))
  const mail = startMailSender({ database: clock.database, secrets, post: openPost(config), log })
  closers.push(() => mail.stop())
  const webhookAddresses = addressRules(config.webhookAllow)
  const webhooks = startWebhookSender({ database: clock.database, secrets, rules: webhookAddresses, log })
  closers.push(() => webhooks.stop())
  const jobs = await openQueue({ appUrl, role, database }, () => clock.trouble() !== undefined)
  const services = {
    secrets,
    publicUrl: config.publicUrl ?? '',
    contact: config.contact,
    mailQueued: mail.wake,
    webhooksQueued: webhooks.wake,
    webhookAddresses,
    books: openRuleBookCache(),
    work: new OpenWorkCache(),
    carriersChanged: mergeCarrierAliases,
    jobs,
    recurringJobs: RECURRING_JOBS,
    reports: exportedReports,
    homeCounts,
    addresses: config.addressProvider && openAddressProvider(config.addressProvider),
    powerBi: config.powerBi && openPowerBi(config.powerBi),
  }
  for (const stop of startLoops(clock.database, { services, log })) closers.push(async () => stop())
  const { metricsToken, limits, trustedProxies } = config
  await loadHolidays()
  const app = await step('Opening the portal', () =>
    buildApp({ database, services, log, readiness, metricsToken, limits, trustedProxies }),
  )
  closers.push(async () => drain(app, readiness, (await stopping.requested).why === 'SIGTERM' ? SIGTERM_NOTICE_MS : 0))
  const address = await listen(app, config.port)
  services.publicUrl ||= address
  const endScheduling = await runRecurring({ database: clock.database, services, jobs, log }, RECURRING_JOBS)
  closers.push(endScheduling)
  void fillAtStart({ database: clock.database, log })
  const hasDemo = config.demo && (await isDemo(ownerUrl))
  report(banner({ config, address, hasDemo, seconds: (performance.now() - began) / 1000 }))
}

/**
 * Starts work that recurs within seconds; work that recurs each minute or more rarely is a job. Returns functions that stop it.
 */
const startLoops = (database: Database, { services, log }: { services: Services; log: FastifyBaseLogger }) => [
  startMatchingLate(database, { log }),
  startCountingBillingDays(database, { log }),
  startReturnMails({ database, services, log }),
  startSettlingExchanges({ database, services, log }),
  startFolding(database, { sets: factSets, log }),
  startRecounting(database, { log }),
]

let isStarting = true
const starting = removeLeftFiles()
  .then(start)
  .then(() => stopping.surviveErrors(log))
  .catch((failure: Error) => stopping.stop({ why: 'it could not start', failure }))
  .finally(() => (isStarting = false))
const { why, failure } = await stopping.requested
const hasServed = !isStarting
if (failure instanceof StartError) process.stderr.write(`${failure.message}\n`)
else if (failure) process.stderr.write(`Despatch stops: ${why}\n${failure.stack}\n`)
else report(`\nStopping (${why}) ...`)

// A running step of the start fails when its database closes. Whatever it opens meanwhile is closed as well.
while (isStarting) {
  await closeAll()
  await Promise.race([starting, sleep(50)])
}
await closeAll()
if (!failure) report('Stopped; everything is written.')
process.exit(failure ? (hasServed ? RESTART_CODE : 1) : 0)

async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
  }
}
