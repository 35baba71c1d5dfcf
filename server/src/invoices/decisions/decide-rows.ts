import { randomUUID } from 'node:crypto'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { leaveDisputes } from '../disputes/leave-disputes.ts'
import { type OpenedDispute, openDisputes } from '../disputes/open-disputes.ts'
import { type RowKey, rowKey } from '../ids.ts'
import { changeRows, namedRows } from './change-rows.ts'
import {
  type HeldInvoice,
  holdInvoices,
  refreshInvoices,
  refuseAccepted,
  rowsText,
  setBackInvoices,
} from './held-invoices.ts'

type Answer = RouteAnswer<typeof routes.decideParcels>
type Kind = 'parcels' | 'details'
type Wanted = {
  of: Kind
  ids: string
  status: InvoiceStatus
  reason: string
  version?: number | undefined
  /** What is claimed of a single row that is rejected. */
  claimed?: string | undefined
}

const STATUSES = { accepted: 'Accepted', rejected: 'Rejected' } as const

/** Specification 4: 'a reject action sets rows to Rejected', with all parcel rows of the details; and Accepted. */
export function decideDetails(
  context: Context,
  { params, body }: RouteChecked<typeof routes.decideDetails>,
): Promise<Answer> {
  const { detailsID: ids, reason = '', version } = body
  return decide(context, { of: 'details', ids, status: STATUSES[params.value], reason, version })
}

/** The same of parcel rows. */
export function decideParcels(
  context: Context,
  { params, body }: RouteChecked<typeof routes.decideParcels>,
): Promise<Answer> {
  const { parcelIDs: ids, reason = '', version, claimed } = body
  return decide(context, { of: 'parcels', ids, status: STATUSES[params.value], reason, version, claimed })
}

/** Specification 4: 'an undo action sets them back to Imported'. */
export function undoDetails(context: Context, { body }: RouteChecked<typeof routes.undoDetails>): Promise<Answer> {
  return decide(context, { of: 'details', ids: body.detailsID, status: 'Imported', reason: '' })
}

export function undoParcels(context: Context, { body }: RouteChecked<typeof routes.undoParcels>): Promise<Answer> {
  return decide(context, { of: 'parcels', ids: body.parcelIDs, status: 'Imported', reason: '' })
}

async function decide(context: Context, { of, ids, status, reason, version, claimed }: Wanted): Promise<Answer> {
  if (status === 'Rejected' && reason === '') throw reasonMissing()
  if (claimed !== undefined && (status !== 'Rejected' || ids.includes(',')))
    throw new AppError('bad_request', 'An amount to dispute is given with one row that is rejected.')
  const keys = ids.split(',').map(rowKey)
  const invoices = await holdInvoices(
    context,
    keys.map(({ invoiceId }) => invoiceId),
  )
  refuseAccepted(invoices)
  await refuseMissingRows(context, of, keys, version)
  const commandId = randomUUID()
  const rows = namedRows(of, keys)
  if (status !== 'Rejected') await leaveDisputes(context, rows, status === 'Accepted' ? 'accept' : 'undo')
  const done = await changeRows(context, { rows, status, reason, commandId })
  const asked = claimed === undefined ? null : costOfText(claimed)
  const disputes =
    status === 'Rejected' ? await openDisputes(context, { ...rejectedBy(commandId), invoices, asked }) : []
  await setBackRejected(context, invoices, status)
  await refreshInvoices(
    context,
    invoices.map(({ invoice_id }) => invoice_id),
  )
  await audit(context, {
    clientCode: null,
    act: status === 'Imported' ? 'invoice.rows-undone' : 'invoice.rows-decided',
    object: `${invoices.map(({ invoice_number }) => invoice_number).join(', ')}: ${rowsText(done)}`,
    after: { status, ...(reason && { reason }), ...(disputes.length > 0 && { disputes }) },
  })
  const verb = status === 'Imported' ? 'set back to Imported' : status.toLowerCase()
  return { code: 200, message: `${rowsText(done)} ${verb}.${disputesText(disputes)}`, commandId, done, disputes }
}

/** What a command rejected. */
export const rejectedBy = (commandId: string) => ({ commandId, receipts: sql`r.after = 'Rejected'` })

/** ' Dispute D-000123 claims 4.50 GBP.' */
export function disputesText(disputes: readonly OpenedDispute[]): string {
  const [first, another] = disputes
  if (!first) return ''
  if (another) return ` ${disputes.length} disputes were opened.`
  return ` Dispute ${first.number} claims ${first.claimed} ${first.currency}.`.replace(' .', '.')
}

export const reasonMissing = () => new AppError('bad_request', 'Give a reason: it is told to the carrier.')

/** Throws an AppError: 404 where a row is not there, 409 where the one row that is named is of another version. */
export async function refuseMissingRows(
  { transaction }: Context,
  of: Kind,
  keys: readonly RowKey[],
  version?: number,
): Promise<void> {
  const table = sql.table(of === 'details' ? 'invoice_details' : 'invoice_parcels')
  const number = sql.ref(of === 'details' ? 'r.detail_no' : 'r.parcel_no')
  const unique = [...new Map(keys.map((key) => [`${key.invoiceId} ${key.no}`, key])).values()]
  const found = await transaction.rows(
    sql<{ version: number }>`select r.version from ${table} r
      where (r.invoice_id, ${number}) in (select * from unnest(${unique.map(({ invoiceId }) => invoiceId)}::bigint[],
        ${unique.map(({ no }) => no)}::int[]))`.compile(db),
  )
  if (found.length < unique.length)
    throw new AppError('not_found', 'Some of these rows are not there any more. Read the list again.')
  if (version !== undefined && found.some((row) => row.version !== version))
    throw new AppError('version_conflict', 'Somebody has decided on this row meanwhile. Read it again, then decide.')
}

/** An invoice that was rejected as a whole is not any more, once a row of it is decided otherwise. */
async function setBackRejected(
  { transaction }: Context,
  invoices: readonly HeldInvoice[],
  status: InvoiceStatus,
): Promise<void> {
  const rejected = invoices.filter((invoice) => invoice.status === 'Rejected')
  if (status === 'Rejected' || rejected.length === 0) return
  await transaction.write(
    setBackInvoices().where(
      'invoice_id',
      'in',
      rejected.map(({ invoice_id }) => invoice_id),
    ),
  )
}
