import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ExportJob } from '@despatch/contract/route/exports'
import { mayCall } from '@despatch/contract/route/may-call'
import type { Permission } from '@despatch/contract/route/route'
import type { ExportStatus } from '@despatch/domain/text/export-status'
import { percentComplete } from '@despatch/domain/text/export-status'
import { type SelectQueryBuilder, sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Tables } from '../database/tables.ts'
import type { Transaction } from '../database/transaction.ts'
import { type Caller, clientsOpenTo } from '../http/authentication/open-session.ts'
import { seeOwnClients } from '../http/authentication/own-clients.ts'
import type { Context, StreamingContext } from '../http/context.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { AppError } from '../process/app-error.ts'
import type { ExportedReport } from './exported-report.ts'
import { type Part, piecesOf } from './pieces.ts'
import { powerBiExports } from './power-bi-exports.ts'

/** Per user, over all clients. */
const MAX_AT_ONCE = 3
const ASK_AGAIN_SECONDS = 5
const MAX_LISTED = 50
const CANCELLED = 'You cancelled this file.'

declare module '../process/services.ts' {
  interface Services {
    /** The reports that can be exported. */
    reports: readonly ExportedReport[]
  }
}

const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
} as const
export type ExportFormat = keyof typeof FORMATS

export type ExportState = ExportJob & { format: ExportFormat }

/**
 * Queues an export of a report for the clients of the call, and returns its state. Throws an AppError (429) while three
 * of the caller's exports are in progress.
 */
export async function startExport(
  context: Context,
  request: { report: string; format: ExportFormat; input: object; shownRows?: number | null | undefined },
): Promise<ExportState> {
  const { transaction, clients, caller, now, services } = context
  const owner = String(caller.userId)
  if ((await services.jobs.unfinishedOf(transaction, 'file-export', owner)) >= MAX_AT_ONCE)
    throw new AppError(
      'too_many_attempts',
      'Three of your files are still being created. Wait for one, or cancel it.',
      {
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      },
    )
  const exportId = await queueExport(
    transaction,
    { ...request, owner, userId: caller.userId, clients },
    { now, services },
  )
  const [state] = await ownExports(context, (own) => own.where('export_id', '=', exportId))
  if (!state) throw new Error('The export was not kept')
  return state
}

/** Queues an export for a user and returns its id. It counts against the limit of `owner`. */
export async function queueExport(
  transaction: Transaction,
  request: {
    owner: string
    userId: number
    clients: string[]
    report: string
    format: ExportFormat
    input: object
    shownRows?: number | null | undefined
  },
  { now, services }: Pick<Context, 'now' | 'services'>,
): Promise<string> {
  const { owner, clients, format } = request
  const exportId = randomUUID()
  const row = {
    export_id: exportId,
    user_id: request.userId,
    client_codes: clients,
    report: request.report,
    file_name: `${reportOf({ services }, request.report).fileName}.${format}`,
    format,
    input: JSON.stringify(request.input),
    shown_rows: request.shownRows ?? null,
    asked_at: now,
  }
  await transaction.write(db.insertInto('export_jobs').values(row))
  await services.jobs.send(transaction, { queue: 'file-export', id: exportId, owner, data: { exportId, clients } })
  return exportId
}

/**
 * The caller's exports of the last days, including those made by Power BI, newest first: for the client of the call, or
 * all of the caller's if the call is for all clients, and only of reports that the caller may open.
 */
export async function listExports(context: Context): Promise<ExportJob[]> {
  const { transaction, caller, services } = context
  if (caller.isForAll) await seeOwnClients(transaction, caller)
  const may = services.reports
    .filter(({ permission }) => mayCall(permission, caller.rolePermissions))
    .map(({ report }) => report)
  const [own, ofPowerBi] = await Promise.all([
    ownExports(context, (all) => all.where(sql<boolean>`report = any (${may}::text[])`).limit(MAX_LISTED)),
    powerBiExports(context, may, MAX_LISTED),
  ])
  return [...own, ...ofPowerBi].toSorted((one, other) => (one.askedAt > other.askedAt ? -1 : 1)).slice(0, MAX_LISTED)
}

/**
 * The state of one of the caller's exports, whichever client is selected. Throws an AppError (404) if there is none, or
 * the caller may no longer have it.
 */
export async function readExport(context: Context, exportId: string, report?: string): Promise<ExportState> {
  await seeOwnClients(context.transaction, context.caller)
  const [state] = await ownExports(context, (own) => own.where('export_id', '=', exportId))
  if (!state || (report !== undefined && state.report !== report)) throw noExport()
  return state
}

/** Whether the caller may read a report for all clients of a file. */
export function canFetchFile(caller: Caller, permission: Permission, clients: readonly string[]): boolean {
  const open = clientsOpenTo(permission, caller)
  return open ? clients.every((code) => open.includes(code)) : mayCall(permission, caller.rolePermissions)
}

/** Queues the same export again. Throws like {@link readExport} and {@link startExport}. */
export async function repeatExport(context: Context, exportId: string): Promise<ExportState> {
  const { report, format, shownRows } = await readExport(context, exportId)
  const row = await context.transaction.row(
    db.selectFrom('export_jobs').select(['input', 'client_codes']).where('export_id', '=', exportId),
  )
  if (!row) throw noExport()
  return startExport({ ...context, clients: row.client_codes }, { report, format, input: row.input, shownRows })
}

/** Cancels an export that has not finished. Throws like {@link readExport}. */
export async function cancelExport(context: Context, exportId: string): Promise<ExportState> {
  await readExport(context, exportId)
  await context.transaction.write(
    db
      .updateTable('export_jobs')
      .set({ status: 'Failed', error: CANCELLED, finished_at: context.now })
      .where('export_id', '=', exportId)
      .where('status', 'in', ['NotStarted', 'Running']),
  )
  await context.services.jobs.cancel(context.transaction, 'file-export', exportId)
  return readExport(context, exportId)
}

/**
 * The bytes of a finished file; any server can answer, because files are in the database. Throws an AppError (404) if
 * the caller has none.
 */
export async function exportFile(
  context: StreamingContext,
  exportId: string,
  { report, part = 'file' }: { report?: string; part?: Part } = {},
): Promise<FileAnswer> {
  const { database } = context
  const { state, clients } = await database.transaction(async (transaction) => {
    const clients = await seeOwnClients(transaction, context.caller)
    return { clients, state: await readExport({ ...context, transaction }, exportId, report) }
  })
  if (!state.hasFile || (part === 'manifest' && state.format !== 'csv')) throw noExport()
  const isBeside = part === 'manifest'
  return new FileAnswer(
    isBeside ? state.fileName.replace(/\.csv$/, ' - about this file.csv') : state.fileName,
    async () => Readable.from(piecesOf(database, { exportId, clients }, part), { objectMode: false }),
    FORMATS[isBeside ? 'csv' : state.format],
  )
}

const noExport = () => new AppError('not_found', 'This file has expired. Files are kept for 24 hours. Export it again.')

/** The exported report of a name. Throws an AppError: 404 for an unknown one, 403 if the caller may not open it. */
export function exportedReportOf(
  { services, caller }: Pick<Context, 'services' | 'caller'>,
  name: string | undefined,
): ExportedReport {
  const report = services.reports.find((one) => one.report === name)
  if (!report) throw new AppError('not_found', 'There is no such report to export.')
  if (!mayCall(report.permission, caller.permissions))
    throw new AppError('unauthorized_access', 'You don’t have access to this report.')
  return report
}

function reportOf({ services }: Pick<Context, 'services'>, name: string): ExportedReport {
  const report = services.reports.find((one) => one.report === name)
  if (!report) throw new Error(`There is no report ${name}`)
  return report
}

type OwnExports = SelectQueryBuilder<Tables, 'export_jobs', object>

async function ownExports(
  { transaction, caller, now, services }: Context,
  which: (own: OwnExports) => OwnExports,
): Promise<ExportState[]> {
  // Prepared, because Home runs it on every visit and planning is most of its cost.
  const rows = await transaction.rows(
    prepared(
      which(db.selectFrom('export_jobs').where('user_id', '=', caller.userId))
        .selectAll()
        // An export whose job was lost is reported as such, instead of running for ever.
        .select(
          sql<boolean>`status in ('NotStarted', 'Running') and not exists (
          select from jobs.job where name = 'file-export' and id = export_id and state < 'completed')`.as('is_lost'),
        )
        .select(
          sql<boolean>`exists (
          select from export_jobs later where later.user_id = export_jobs.user_id and later.asked_at > export_jobs.asked_at
            and later.report = export_jobs.report and later.format = export_jobs.format
            and later.input = export_jobs.input and later.client_codes = export_jobs.client_codes)`.as('is_repeated'),
        )
        .orderBy('asked_at', 'desc'),
    ),
  )
  const isTheirs = (row: { report: string; client_codes: string[] }) => {
    const report = services.reports.find((one) => one.report === row.report)
    return report !== undefined && canFetchFile(caller, report.permission, row.client_codes)
  }
  return rows.filter(isTheirs).map((row) => {
    const status: ExportStatus = row.is_lost ? 'Undefined' : row.status
    return {
      exportId: row.export_id,
      report: row.report,
      fileName: row.file_name,
      format: row.format,
      status,
      percentComplete: percentComplete(status, row.done, row.total),
      rows: row.done,
      shownRows: row.shown_rows,
      error: row.error,
      askedAt: row.asked_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
      hasFile: status === 'Succeeded' && row.expires_at !== null && row.expires_at > now,
      isFailed: (status === 'Failed' || status === 'Undefined') && row.error !== CANCELLED && !row.is_repeated,
    }
  })
}
