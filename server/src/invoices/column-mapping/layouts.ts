import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { KNOWN_LAYOUTS } from '@despatch/domain/invoices/column-mapping/known-layouts'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { readRuleBookCarriers, type NamedCarrier } from '../import/carrier-of-layout.ts'
import { queueImport } from '../import/import-invoices.ts'
import { openOperatorScope } from '../scope.ts'
import { findLayoutFaults } from './layout-faults.ts'
import { asLayout } from './layout-shape.ts'
import { guessLayoutOfFile } from './guess-for.ts'
import { readFirstRows, previewRows } from './preview-rows.ts'

type LayoutJson = Record<string, unknown>

/**
 * Lists the layouts that recognise files: the built-in ones, and the newest version of each saved one. Throws an
 * AppError (403) for client users.
 */
export async function listLayouts(context: Context): Promise<RouteAnswer<typeof routes.layouts>> {
  await openOperatorScope(context)
  const rows = await context.transaction.rows(
    sql<{
      code: string
      version: number
      carrier: string
      title: string
      layout: LayoutJson
      changed_at: Date
      changed_by: string
    }>`
      select distinct on (code) * from invoice_layouts order by code, version desc`.compile(db),
  )
  return {
    code: 200,
    layouts: [
      ...rows.map(({ changed_at, changed_by, ...layout }) => ({
        ...layout,
        isBuiltIn: false,
        changedAt: changed_at.toISOString(),
        changedBy: changed_by,
      })),
      ...KNOWN_LAYOUTS.map((layout) => ({
        code: layout.code,
        version: layout.version,
        carrier: layout.carrier,
        title: layout.title,
        isBuiltIn: true,
        layout: { ...layout },
        changedAt: null,
        changedBy: '',
      })),
    ],
  }
}

/** Shows the first rows of a waiting file as a draft layout reads them; without a draft, as a guessed layout does. */
export async function previewFile(
  context: Context,
  { body: { importID, draft } }: RouteChecked<typeof routes.preview>,
): Promise<RouteAnswer<typeof routes.preview>> {
  await openOperatorScope(context)
  const rows = await readFirstRows(context.transaction, Number(importID))
  const guess = draft === undefined ? await guessLayoutOfFile(context.transaction, rows) : undefined
  const given = draft ?? guess?.layout ?? {}
  const faults = findLayoutFaults(given)
  const read = faults.length > 0 ? undefined : await previewRows(context, rows, asLayout(given))
  return {
    code: 200,
    rows: rows.slice(0, 50).map(({ line, cells }) => ({ line, cells: [...cells] })),
    layout: given,
    nearest: guess?.nearest ?? null,
    carrier: guess?.carrier ?? '',
    problems: faults.length > 0 ? faults : (read?.problems ?? []),
    doubts: read?.doubts ?? [],
    net: read?.net ?? null,
    taken: read?.taken ?? 0,
    wrongTotals: read?.wrongTotals ?? 0,
    firstWrong: read?.firstWrong ?? null,
    refusals: read?.refusals ?? [],
  }
}

/**
 * Saves a layout as its next version, and imports the file that it was made for.
 *
 * @throws AppError 422 for an unusable layout or one that does not fit its file, 403 for client users
 */
export async function saveLayout(
  context: Context,
  { body: { layout: given, importID } }: RouteChecked<typeof routes.saveLayout>,
): Promise<RouteAnswer<typeof routes.saveLayout>> {
  await openOperatorScope(context)
  const { transaction, now, caller } = context
  const [fault] = findLayoutFaults(given)
  if (fault !== undefined) throw new AppError('unprocessable', fault)
  const layout = withCarrierName(asLayout(given), await readRuleBookCarriers(transaction))
  if (KNOWN_LAYOUTS.some(({ code }) => code === layout.code))
    throw new AppError('unprocessable', 'This layout is built in. Save yours under another code.')
  if (importID !== undefined) await refuseUnfit(context, Number(importID), layout)
  const version = await nextVersion(context, layout.code)
  await transaction.write(
    db.insertInto('invoice_layouts').values({
      code: layout.code,
      version,
      carrier: layout.carrier,
      title: layout.title,
      layout: JSON.stringify({ ...layout, version }),
      changed_at: now,
      changed_by: caller.username,
    }),
  )
  if (importID !== undefined) await queueImport(transaction, context.services, Number(importID))
  await audit(context, {
    clientCode: null,
    act: 'invoice.layout-saved',
    object: `${layout.title}, version ${version}`,
    after: { code: layout.code, carrier: layout.carrier },
  })
  return { code: 200, message: DATA_UPDATED, layout: layout.code, version }
}

/** A user may enter a carrier's code instead of its name. */
const withCarrierName = (layout: Layout, carriers: readonly NamedCarrier[]): Layout => ({
  ...layout,
  carrier: carriers.find(({ code }) => code === layout.carrier.trim().toUpperCase())?.name ?? layout.carrier,
})

/** Locks the layout's version numbers until the transaction ends. */
async function nextVersion({ transaction }: Context, code: string): Promise<number> {
  await transaction.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`invoice-layout ${code}`}, 0))`.compile(db),
  )
  const row = await transaction.row(
    sql<{
      version: number
    }>`select coalesce(max(version), 0) + 1 as version from invoice_layouts where code = ${code}`.compile(db),
  )
  return row?.version ?? 1
}

async function refuseUnfit(context: Context, fileId: number, layout: Layout): Promise<void> {
  const held = await context.transaction.row(
    db
      .selectFrom('invoice_files')
      .select('state')
      .where('file_id', '=', fileId)
      .where('state', '=', 'Unknown layout')
      .forNoKeyUpdate(),
  )
  if (!held) throw new AppError('not_found', 'This file no longer needs a layout.')
  const { problems } = await previewRows(context, await readFirstRows(context.transaction, fileId), layout)
  if (problems.length > 0) throw new AppError('unprocessable', `The file does not fit: ${problems.join('; ')}`)
}
