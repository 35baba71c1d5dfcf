import { type ExportJob, exportJob } from '@despatch/contract/route/exports'
import { type ReportName, REPORTS } from '@despatch/domain/reports/report-names'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Context } from '../http/context.ts'

const ERRORS: Partial<Record<ExportJob['status'], string>> = {
  Failed: 'Power BI couldn’t create this file. Export it again.',
  Undefined: 'Power BI hasn’t confirmed this file. Export it again.',
}

/** The name of a file that Power BI makes. */
export const powerBiFileName = ({ report, format }: { report: string; format: string }): string =>
  `${REPORTS[report as ReportName].title.replaceAll(':', ' -')}.${format.toLowerCase()}`

/** The caller's Power BI exports of some reports, newest first, in the state last reported by Power BI. */
export async function powerBiExports(
  { transaction, caller, now }: Pick<Context, 'transaction' | 'caller' | 'now'>,
  reports: readonly string[],
  most: number,
): Promise<ExportJob[]> {
  const rows = await transaction.rows(
    prepared(
      db
        .selectFrom('power_bi_exports')
        .selectAll()
        .select(
          sql<boolean>`exists (
            select from power_bi_exports later where later.user_id = power_bi_exports.user_id
              and later.asked_at > power_bi_exports.asked_at and later.report = power_bi_exports.report
              and later.format = power_bi_exports.format and later.client_codes = power_bi_exports.client_codes)`.as(
            'is_repeated',
          ),
        )
        .where('user_id', '=', caller.userId)
        .where(sql<boolean>`report = any (${[...reports]}::text[])`)
        .orderBy('asked_at', 'desc')
        .limit(most),
    ),
  )
  return rows.map((row) => ({
    exportId: row.export_id,
    report: row.report,
    fileName: powerBiFileName(row),
    format: exportJob.shape.format.parse(row.format.toLowerCase()),
    isOfPowerBi: true,
    status: row.status,
    percentComplete: row.percent,
    rows: 0,
    shownRows: null,
    error: ERRORS[row.status] ?? '',
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    hasFile: row.status === 'Succeeded' && row.expires_at !== null && row.expires_at > now,
    isFailed: row.status in ERRORS && !row.is_repeated,
  }))
}
