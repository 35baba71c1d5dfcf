import { randomUUID } from 'node:crypto'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { formatCount, formatMoney } from '@despatch/domain/money/money'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'
import { detachRows } from '../disputes/detach-rows.ts'
import { type OpenedDispute, openDisputes } from '../disputes/open-disputes.ts'
import { type RowKey, rowKey } from '../ids.ts'
import { changeRows, namedRows, type Selection } from './change-rows.ts'
import {
  type LockedInvoice,
  lockInvoices,
  isRejected,
  refreshInvoices,
  refuseAccepted,
  refuseRejected,
  rowsText,
} from './lock-invoices.ts'
import { reopenedText, setBackRejected } from './set-back-rejected.ts'
import { IS_CREDITED, refuseRowsToJudge } from './refuse-rows-to-judge.ts'
import { refuseLargeSums } from './sum-tolerance.ts'

type Answer = RouteAnswer<typeof routes.decideParcels>
type Kind = 'parcels' | 'details'
/** The versions that the caller has read: of a single row, or of each in the order of the ids. */
type ReadVersions = { version?: number | undefined; versions?: readonly number[] | undefined }
type RowDecision = {
  of: Kind
  ids: string
  status: InvoiceStatus
  reason: string
  read: ReadVersions
  /** The amount to claim back, when a single row is rejected. */
  claimed?: string | undefined
}

const STATUSES = { accepted: 'Accepted', rejected: 'Rejected' } as const

/** Specification 4: 'a reject action sets rows to Rejected', with all parcel rows of the details; and Accepted. */
export function decideDetails(
  context: ActContext,
  { params, body }: RouteChecked<typeof routes.decideDetails>,
): Promise<Answer> {
  const { detailsID: ids, reason = '' } = body
  return decide(context, { of: 'details', ids, status: STATUSES[params.value], reason, read: body })
}

/** Accepts or rejects parcel rows. */
export function decideParcels(
  context: ActContext,
  { params, body }: RouteChecked<typeof routes.decideParcels>,
): Promise<Answer> {
  const { parcelIDs: ids, reason = '', claimed } = body
  return decide(context, { of: 'parcels', ids, status: STATUSES[params.value], reason, read: body, claimed })
}

/** Specification 4: 'an undo action sets them back to Imported'. */
export function undoDetails(context: ActContext, { body }: RouteChecked<typeof routes.undoDetails>): Promise<Answer> {
  return decide(context, { of: 'details', ids: body.detailsID, status: 'Imported', reason: '', read: body })
}

export function undoParcels(context: ActContext, { body }: RouteChecked<typeof routes.undoParcels>): Promise<Answer> {
  return decide(context, { of: 'parcels', ids: body.parcelIDs, status: 'Imported', reason: '', read: body })
}

async function decide(context: ActContext, { of, ids, status, reason, read, claimed }: RowDecision): Promise<Answer> {
  if (status === 'Rejected' && reason === '') throw reasonMissing()
  if (claimed !== undefined && (status !== 'Rejected' || ids.includes(',')))
    throw new AppError('bad_request', 'An amount to dispute is given with one row that is rejected.')
  const keys = ids.split(',').map(rowKey)
  const invoices = await lockInvoices(
    context,
    keys.map(({ invoiceId }) => invoiceId),
  )
  refuseAccepted(invoices)
  await refuseMissingRows(context, of, keys, read)
  if (claimed !== undefined) refuseExcessDecimals('claimed', claimed, invoices[0]?.currency ?? '')
  const commandId = randomUUID()
  const rows = namedRows(of, keys)
  const rejected = invoices.filter(isRejected)
  let reopened = 0
  if (status === 'Accepted') {
    await refuseRowsToJudge(context, invoices, rows)
    await refuseUndoable(context, rejected, rows)
    reopened = await setBackRejected(context, rejected)
  }
  if (status !== 'Rejected') await detachRows(context, rows, status === 'Accepted' ? 'accept' : 'undo')
  const done = await changeRows(context, { rows, status, reason, commandId })
  if (status === 'Accepted') await refuseLargeSums(context, invoices)
  const claim = claimed === undefined ? null : costOfText(claimed)
  const disputes =
    status === 'Rejected' ? await openDisputes(context, { ...rejectedBy(commandId), invoices, asked: claim }) : []
  if (status === 'Imported') reopened = await setBackRejected(context, rejected)
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
  const message = `${rowsText(done)} ${verb}.${reopenedText(reopened)}${disputesText(disputes)}`
  return { code: 200, message, commandId, done, disputes }
}

/**
 * An invoice that is rejected as a whole must be undone, and so judged again, before its rows `p` can be decided.
 * Rows with a credited dispute are the exception.
 *
 * @throws AppError 422
 */
async function refuseUndoable(
  { transaction }: ActContext,
  rejected: readonly LockedInvoice[],
  rows: Selection,
): Promise<void> {
  for (const invoice of rejected) {
    const undoable = await transaction.row(
      sql`select from invoice_parcels p
        where p.invoice_id = ${invoice.invoice_id} and ${rows} and not ${IS_CREDITED} limit 1`.compile(db),
    )
    if (undoable) refuseRejected([invoice])
  }
}

/** The receipts of the rows that a command rejected. */
export const rejectedBy = (commandId: string) => ({ commandId, receipts: sql`r.after = 'Rejected'` })

/** For example ' Dispute D-000123 claims £4.50.' */
export function disputesText(disputes: readonly OpenedDispute[]): string {
  const [first, another] = disputes
  if (!first) return ''
  if (another) return ` ${disputes.length} disputes were opened.`
  return ` Dispute ${first.number} claims ${formatMoney(first.claimed, first.currency)}.`
}

export const reasonMissing = () => new AppError('bad_request', 'Give a reason. The carrier will see it.')

/**
 * Checks that each row exists in the version that the caller has read.
 *
 * @throws AppError 404 if a row does not exist, 409 if one has another version, 400 if there are not as many versions
 *   as rows
 */
export async function refuseMissingRows(
  { transaction }: ActContext,
  of: Kind,
  keys: readonly RowKey[],
  { version, versions = version === undefined ? undefined : keys.map(() => version) }: ReadVersions = {},
): Promise<void> {
  if (versions) refuseOtherCount(keys, versions)
  const table = sql.table(of === 'details' ? 'invoice_details' : 'invoice_parcels')
  const number = sql.ref(of === 'details' ? 'r.detail_no' : 'r.parcel_no')
  const name = of === 'details' ? sql`r.consignment_number` : sql`coalesce(r.written_as, r.tracking_number)`
  const keyOf = ({ invoiceId, no }: RowKey) => `${invoiceId} ${no}`
  const unique = [...new Map(keys.map((key) => [keyOf(key), key])).values()]
  const found = await transaction.rows(
    sql<
      RowKey & { version: number; name: string }
    >`select r.invoice_id as "invoiceId", ${number} as no, r.version, ${name} as name
      from ${table} r
      where (r.invoice_id, ${number}) in (select * from unnest(${unique.map(({ invoiceId }) => invoiceId)}::bigint[],
        ${unique.map(({ no }) => no)}::int[]))`.compile(db),
  )
  if (found.length < unique.length)
    throw new AppError('not_found', 'Some of these rows have been deleted. Reload the list.')
  if (!versions) return
  const read = new Map(keys.map((key, index) => [keyOf(key), versions[index]]))
  const changed = found.filter((row) => read.get(keyOf(row)) !== row.version)
  if (changed.length > 0) throw changedMeanwhile(changed, unique.length)
}

/** @throws AppError 400 if there are not as many versions as ids */
export function refuseOtherCount(ids: readonly unknown[], versions: readonly number[]): void {
  if (versions.length !== ids.length)
    throw new AppError('bad_request', 'Give as many versions as ids, in the same order.')
}

/** At most this many changed rows are named in the message. */
const MAX_NAMED = 3

function changedMeanwhile(changed: readonly { name: string }[], rows: number): AppError {
  const names = changed.map(({ name }) => name).filter((name) => name !== '')
  const named = names.length > 0 && names.length <= MAX_NAMED ? ` (${names.join(', ')})` : ''
  return new AppError(
    'version_conflict',
    rows === 1
      ? 'Someone else changed this row. Nothing was saved. Reload, then decide.'
      : `Someone else changed ${formatCount(changed.length)} of these ${rows} rows${named}. Nothing was saved. Reload, then decide.`,
  )
}
