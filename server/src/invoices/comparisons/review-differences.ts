import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext, Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { STANDING_CLAIM } from '../disputes/standing-claims.ts'
import { rowId, rowKey } from '../ids.ts'
import { openOperatorScope } from '../scope.ts'
import type { DecidedRow } from './read-differences.ts'
import { presentDifference } from './list-differences.ts'

type Row = DecidedRow & {
  invoiceId: number
  invoiceNumber: string
  invoiceDay: string
  carrierName: string
  currency: string
  foundAt: Date
  reviewedAt: Date | null
  reviewedBy: string | null
}

/**
 * Lists decided rows whose expected cost has changed, as last compared, those accepted furthest above it first.
 *
 * @throws AppError 403 for client users
 */
export async function listFoundDifferences(
  context: Context,
  { query: { state, carrier, page, limit } }: RouteChecked<typeof routes.foundDifferences>,
): Promise<RouteAnswer<typeof routes.foundDifferences>> {
  await openOperatorScope(context)
  const { transaction } = context
  const of = sql`
    from invoice_differences d join invoices i using (invoice_id)
    join invoice_parcels p on p.invoice_id = d.invoice_id and p.parcel_no = d.parcel_no
    where i.status <> 'Rejected' and p.status <> 'Imported' and d.reviewed_at ${state === 'reviewed' ? sql`is not null` : sql`is null`}
      ${carrier ? sql`and i.carrier = ${carrier}` : sql``}`
  const [rows, sums] = await Promise.all([
    transaction.rows(
      sql<Row>`
        select d.invoice_id as "invoiceId", d.parcel_no as no, i.invoice_number as "invoiceNumber",
          i.invoice_day::text as "invoiceDay", i.carrier_name as "carrierName", i.currency, p.client_code as client,
          p.order_number as "orderNumber", coalesce(p.written_as, p.tracking_number) as "trackingNumber", p.status, p.billed,
          d.expected, d.expected_now as "expectedNow", d.found_at as "foundAt", d.reviewed_at as "reviewedAt",
          d.reviewed_by as "reviewedBy"
        ${of} order by ${BEYOND} desc, d.invoice_id desc, d.parcel_no limit ${limit} offset ${(page - 1) * limit}`.compile(
        db,
      ),
    ),
    transaction.rows(
      sql<{ currency: string; rows: number; beyond: number }>`
        select i.currency, count(*)::int as rows, coalesce(sum(${BEYOND}), 0)::bigint as beyond
        ${of} group by i.currency order by i.currency`.compile(db),
    ),
  ])
  return {
    code: 200,
    rows: rows.map(presentFound),
    sums: sums.map(({ beyond, ...sum }) => ({ ...sum, beyond: costText(beyond) })),
    pageInfo: { total: sums.reduce((sum, one) => sum + one.rows, 0), page, limit },
  }
}

/** Counts the differences that nobody has reviewed. */
export async function countToReview(transaction: Transaction): Promise<number> {
  const row = await transaction.row(
    prepared(
      sql<{ count: number }>`
        select count(*)::int as count
        from invoice_differences d join invoices i using (invoice_id)
        join invoice_parcels p on p.invoice_id = d.invoice_id and p.parcel_no = d.parcel_no
        where d.reviewed_at is null and i.status <> 'Rejected' and p.status <> 'Imported'`.compile(db),
    ),
  )
  return row?.count ?? 0
}

/** The part of a row `p` that is neither claimed back nor was credited before its dispute was given up. */
const PAID = sql`p.billed - coalesce((
  select sum(${STANDING_CLAIM}) from invoice_dispute_parts x join invoice_disputes d using (dispute_id)
  where x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no), 0)`
/**
 * The amount accepted above today's expected cost. Rejected rows of an accepted invoice are paid except for their
 * claims.
 */
const BEYOND = sql`case when p.status = 'Accepted' or i.status = 'Accepted' then greatest(0, ${PAID} - d.expected_now) else 0 end`

function presentFound(row: Row): RouteAnswer<typeof routes.foundDifferences>['rows'][number] {
  const { invoiceId, invoiceNumber, invoiceDay, carrierName, currency, foundAt, reviewedAt, reviewedBy, ...decided } =
    row
  return {
    ...presentDifference(invoiceId, decided),
    summaryID: String(invoiceId),
    invoiceNumber,
    invoiceDay,
    carrierName,
    currency,
    foundAt: foundAt.toISOString(),
    reviewed: reviewedAt && { by: reviewedBy ?? '', at: reviewedAt.toISOString() },
  }
}

/**
 * Marks differences as reviewed or not reviewed, skipping those that are no longer listed.
 *
 * @throws AppError 403 for client users, 409 if the expected cost of a row has changed since it was read
 */
export async function reviewDifferences(
  context: ActContext,
  { body: { rows: seen, isReviewed } }: RouteChecked<typeof routes.reviewDifferences>,
): Promise<RouteAnswer<typeof routes.reviewDifferences>> {
  await openOperatorScope(context)
  const { transaction, caller, now } = context
  const keys = seen.map(({ parcelID }) => rowKey(parcelID))
  const found = await transaction.rows(
    sql<{ id: number; no: number; foundAt: Date }>`
      select invoice_id as id, parcel_no as no, found_at as "foundAt" from invoice_differences
      where (invoice_id, parcel_no) in (
        select * from unnest(${keys.map(({ invoiceId }) => invoiceId)}::bigint[], ${keys.map(({ no }) => no)}::int[]))
      order by invoice_id, parcel_no for update`.compile(db),
  )
  const seenAt = new Map(seen.map(({ parcelID, foundAt }) => [parcelID, Date.parse(foundAt)]))
  const changed = found.filter(({ id, no, foundAt }) => seenAt.get(rowId(id, no)) !== foundAt.getTime())
  if (changed.length > 0) throw changedSince(changed.length, seen.length)
  const done = await transaction.write(
    sql<{ no: number }>`
      update invoice_differences d
      set reviewed_at = ${isReviewed ? now : null}, reviewed_by = ${isReviewed ? caller.username : null}
      from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ no }) => no)}::int[]) as n (id, no)
      where d.invoice_id = n.id and d.parcel_no = n.no and (d.reviewed_at is not null) <> ${isReviewed}
      returning d.parcel_no as no`.compile(db),
  )
  if (done.length === 0) skipAudit(context)
  else
    await audit(context, {
      clientCode: null,
      act: 'invoice.differences-reviewed',
      object: seen
        .map(({ parcelID }) => parcelID)
        .join()
        .slice(0, 1000),
      after: { isReviewed },
    })
  const rows = `${formatCount(done.length)} ${done.length === 1 ? 'row' : 'rows'}`
  return {
    code: 200,
    message: isReviewed ? `${rows} marked as reviewed.` : `${rows} to review again.`,
    done: done.length,
  }
}

const changedSince = (changed: number, rows: number) =>
  new AppError(
    'version_conflict',
    rows === 1
      ? 'This row’s expected cost has changed. Nothing was marked. Reload, then mark it.'
      : `The expected cost of ${formatCount(changed)} of these ${formatCount(rows)} rows has changed. Nothing was marked. Reload, then mark them.`,
  )
