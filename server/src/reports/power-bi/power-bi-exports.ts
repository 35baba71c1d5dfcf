import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReportFormat } from '@despatch/contract/reports/report-files'
import { EXPORT_NOT_CREATED } from '@despatch/domain/feedback/messages'
import { daysFilter } from '@despatch/domain/reports/filter-tables'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import type { ExportStatus } from '@despatch/domain/text/export-status'
import { type Selectable, sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { inClients } from '../../database/in-client.ts'
import type { Transaction } from '../../database/transaction.ts'
import { canFetchFile } from '../../exports/exports.ts'
import { seeOwnClients } from '../../http/authentication/own-clients.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import { powerBiFileName } from '../../exports/power-bi-exports.ts'
import type { StreamingContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { AppError } from '../../process/app-error.ts'
import { PowerBiBusy, PowerBiUnavailable } from './power-bi-request.ts'
import type { ChosenReport } from './choose-report.ts'
import type { PowerBi, PowerBiExport } from './power-bi.ts'

/** A server that asks Power BI reserves the export for this long, so that no other server starts it too. */
const HOLD_MS = 60_000
const HOUR_MS = 3_600_000
const KEEP_MS = 24 * HOUR_MS
const MAX_AT_ONCE = 3
const ASK_AGAIN_SECONDS = 5
/** Attempts for an export that Power BI allows to retry. */
const MAX_TRIES = 3

type Row = Selectable<Tables['power_bi_exports']>
/** State of a file made by Power BI. */
export type PowerBiJob = { exportId: string; report: ReportName; status: ExportStatus; percentComplete: number }

type ExportRequest = {
  name: ReportName
  format: ReportFormat
  chosen: Extract<ChosenReport, { powerBi: PowerBi }>
  period: { startDate: string; endDate: string }
}

/**
 * Starts an export in Power BI with the caller's identity. Throws an AppError: 503 if Power BI does not accept it, 429
 * while three of the caller's files are being made.
 */
export async function startPowerBiExport(context: StreamingContext, request: ExportRequest): Promise<PowerBiJob> {
  const { database, clients, caller, now } = context
  const { name, format, chosen } = request
  const row: Row = {
    export_id: randomUUID(),
    user_id: caller.userId,
    client_codes: clients,
    report: name,
    format,
    power_bi_report: chosen.report.id,
    power_bi_export: null,
    body: bodyOf(request),
    status: 'NotStarted',
    percent: 0,
    tries: 0,
    ask_after: new Date(now.getTime() + HOLD_MS),
    asked_at: now,
    expires_at: null,
  }
  await inClients(database, clients, async (transaction) => {
    // Locks until the end of the transaction, so that nobody exceeds the limit.
    await transaction.rows(
      sql`select pg_advisory_xact_lock(hashtextextended(${`power bi exports of ${caller.userId}`}, 0))`.compile(db),
    )
    const underWay = await transaction.rows(
      db
        .selectFrom('power_bi_exports')
        .select('export_id')
        .where('user_id', '=', caller.userId)
        .where('status', 'in', ['NotStarted', 'Running'])
        .where('asked_at', '>', new Date(now.getTime() - HOUR_MS)),
    )
    if (underWay.length >= MAX_AT_ONCE)
      throw new AppError('too_many_attempts', 'Three of your files are still being created. Wait for one to finish.', {
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      })
    await transaction.write(db.insertInto('power_bi_exports').values({ ...row, body: JSON.stringify(row.body) }))
    await writeAudit(transaction, {
      context,
      clientCode: clients[0] ?? '',
      userId: caller.userId,
      byName: caller.username,
      act: 'export.started',
      object: powerBiFileName(row),
    })
  })
  const job = await advance(context, chosen.powerBi, row)
  if (job.status === 'Failed' || job.status === 'Undefined') {
    if (job.status === 'Undefined') await saveChange(context, row.export_id, { status: 'Failed' })
    throw new AppError('unavailable', EXPORT_NOT_CREATED)
  }
  return job
}

function bodyOf({ name, format, chosen: { report, identity }, period }: ExportRequest): object {
  const identities = identity && { identities: [identity] }
  if (report.isPaginated) return { format, paginatedReportConfiguration: { ...identities } }
  const filter = daysFilter(name, period.startDate, period.endDate)
  return {
    format,
    powerBIReportConfiguration: { ...identities, ...(filter !== undefined && { reportLevelFilters: [{ filter }] }) },
  }
}

/**
 * State of one of the caller's Power BI files; undefined if the id is not one. Power BI is asked no sooner than it
 * requested.
 */
export async function readPowerBiExport(
  context: StreamingContext,
  exportId: string,
  name: ReportName | undefined,
): Promise<PowerBiJob | undefined> {
  const { powerBi } = context.services
  const row = powerBi && (await readOwnRow(context, exportId, name))
  if (!row) return undefined
  if (row.status === 'Succeeded' || row.status === 'Failed') return jobOf(row, row.status)
  const held = await inOwnClients(context, (transaction) =>
    transaction.writeRow(
      db
        .updateTable('power_bi_exports')
        .set({ ask_after: new Date(context.now.getTime() + HOLD_MS) })
        .where('export_id', '=', exportId)
        // An undefined answer may be followed by a defined one.
        .where('status', 'in', ['NotStarted', 'Running', 'Undefined'])
        .where('ask_after', '<=', context.now)
        .returningAll(),
    ),
  )
  return held ? advance(context, powerBi, held) : jobOf(row, row.status)
}

/** The file; undefined if the id is not of Power BI. Throws an AppError (404) if the file is missing or expired. */
export async function powerBiFile(
  context: StreamingContext,
  exportId: string,
  name: ReportName | undefined,
): Promise<FileAnswer | undefined> {
  const { powerBi } = context.services
  const row = powerBi && (await readOwnRow(context, exportId, name))
  if (!row) return undefined
  const { power_bi_report: report, power_bi_export: id, expires_at: expiresAt } = row
  if (row.status !== 'Succeeded' || id === null || !expiresAt || expiresAt <= context.now) throw noExport()
  return new FileAnswer(
    powerBiFileName(row),
    async () => {
      const bytes = await powerBi.exportFile(report, id).catch((error: unknown) => {
        if (error instanceof PowerBiUnavailable && error.status === 404) throw noExport()
        throw error
      })
      return bytes === null ? new Uint8Array() : Readable.fromWeb(bytes)
    },
    'application/octet-stream',
  )
}

const noExport = () => new AppError('not_found', 'This file has expired. Files are kept for 24 hours. Create it again.')

/**
 * Runs work in a transaction that sees all the caller's clients: files belong to their maker, whichever client is
 * selected.
 */
const inOwnClients = <Result>(
  { database, caller }: StreamingContext,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (transaction) => {
    await seeOwnClients(transaction, caller)
    return work(transaction)
  })

/** Reads one of the caller's files whose report the caller may still open. */
async function readOwnRow(
  context: StreamingContext,
  exportId: string,
  name: ReportName | undefined,
): Promise<Row | undefined> {
  const { caller } = context
  if (!name) return undefined
  const row = await inOwnClients(context, (transaction) =>
    transaction.row(
      db
        .selectFrom('power_bi_exports')
        .selectAll()
        .where('export_id', '=', exportId)
        .where('user_id', '=', caller.userId)
        .where('report', '=', name),
    ),
  )
  return row && canFetchFile(caller, { reads: [REPORTS[name].leaf] }, row.client_codes) ? row : undefined
}

type Change = Partial<Pick<Row, 'power_bi_export' | 'status' | 'percent' | 'tries' | 'expires_at'>>
type Step = Change & { reported: ExportStatus; waitSeconds?: number | undefined }

/**
 * Asks Power BI for the state of an export, or starts it if Power BI has not accepted it yet, and stores the answer.
 */
async function advance(context: StreamingContext, powerBi: PowerBi, row: Row): Promise<PowerBiJob> {
  const {
    reported,
    waitSeconds = 0,
    ...change
  } = await nextStep(powerBi, row).catch((error: unknown) => {
    if (!(error instanceof PowerBiUnavailable)) throw error
    context.log.warn({ err: error, exportId: row.export_id }, 'Power BI did not answer about an export')
    return failedStep(error, row)
  })
  const askAfter = new Date(Date.now() + waitSeconds * 1000)
  await saveChange(context, row.export_id, { ...change, ask_after: askAfter })
  return jobOf({ ...row, ...change }, reported)
}

async function nextStep(powerBi: PowerBi, row: Row): Promise<Step> {
  const answer = await (row.power_bi_export === null
    ? powerBi.startExport(row.power_bi_report, row.body)
    : powerBi.readExport(row.power_bi_report, row.power_bi_export))
  const { id, retryAfterSeconds: waitSeconds } = answer
  const power_bi_export = id
  switch (answer.status) {
    case 'NotStarted':
    case 'Running': {
      const percent = Math.min(99, Math.max(0, Math.floor(answer.percentComplete)))
      return { reported: answer.status, status: answer.status, percent, power_bi_export, waitSeconds }
    }
    case 'Succeeded':
      return { reported: 'Succeeded', status: 'Succeeded', percent: 100, power_bi_export, expires_at: expiryOf(answer) }
    case 'Failed': {
      const isAgain = waitSeconds !== undefined && row.tries + 1 < MAX_TRIES
      if (!isAgain) return { reported: 'Failed', status: 'Failed', power_bi_export }
      return { reported: 'Running', status: 'Running', power_bi_export: null, tries: row.tries + 1, waitSeconds }
    }
    default:
      return { reported: 'Undefined', status: 'Undefined', power_bi_export }
  }
}

/** Interprets a failure: 429 means still running; an unknown or refused export has failed. */
function failedStep(error: PowerBiUnavailable, row: Row): Step {
  if (error instanceof PowerBiBusy)
    return { reported: 'Running', status: 'Running', waitSeconds: error.retryAfterSeconds }
  const { status = 500 } = error
  const isFinal = row.power_bi_export === null ? status < 500 && status !== 401 : status === 404
  return isFinal ? { reported: 'Failed', status: 'Failed' } : { reported: 'Undefined', status: 'Undefined' }
}

function expiryOf({ expiresAt }: PowerBiExport): Date {
  const latest = Date.now() + KEEP_MS
  const expiry = Date.parse(expiresAt ?? '')
  return new Date(Number.isFinite(expiry) ? Math.min(expiry, latest) : latest)
}

const saveChange = (context: StreamingContext, exportId: string, change: Change & { ask_after?: Date }) =>
  inOwnClients(context, (transaction) =>
    transaction.write(db.updateTable('power_bi_exports').set(change).where('export_id', '=', exportId)),
  )

const jobOf = (row: Row, status: ExportStatus): PowerBiJob => ({
  exportId: row.export_id,
  report: row.report as ReportName,
  status,
  percentComplete: row.percent,
})
