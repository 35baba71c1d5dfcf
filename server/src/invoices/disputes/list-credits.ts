import type { Credit } from '@despatch/contract/invoices/credits'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type Selectable, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Context } from '../../http/context.ts'
import { rowId } from '../ids.ts'
import { openOperatorScope } from '../scope.ts'

export type CreditRow = Selectable<Tables['invoice_credits']>

/**
 * Lists waiting or all credits, the newest first.
 *
 * @throws AppError 403 for client users
 */
export async function listCredits(
  context: Context,
  { query }: RouteChecked<typeof routes.credits>,
): Promise<RouteAnswer<typeof routes.credits>> {
  await openOperatorScope(context)
  const { page, limit, carrier, all, summaryID } = query
  const conditions = [
    sql`true`,
    !all && sql`settled < amount and explanation = ''`,
    carrier && sql`carrier = ${carrier}`,
    summaryID && sql`invoice_id = ${summaryID}::bigint`,
  ].filter((one) => typeof one === 'object')
  const where = sql.join(conditions, sql` and `)
  const [rows, counted] = await Promise.all([
    context.transaction.rows(
      sql<CreditRow>`select * from invoice_credits where ${where}
        order by credit_id desc limit ${limit} offset ${(page - 1) * limit}`.compile(db),
    ),
    context.transaction.row(
      sql<{ total: number }>`select count(*) as total from invoice_credits where ${where}`.compile(db),
    ),
  ])
  return { code: 200, credits: rows.map(presentCredit), pageInfo: { total: counted?.total ?? 0, page, limit } }
}

export const presentCredit = (row: CreditRow): Credit => ({
  creditID: String(row.credit_id),
  isLumpSum: row.is_lump,
  parcelID: rowId(row.invoice_id, row.parcel_no),
  summaryID: String(row.invoice_id),
  invoiceNumber: row.invoice_number,
  invoiceDay: row.invoice_day,
  carrierCode: row.carrier,
  carrierName: row.carrier_name,
  currency: row.currency,
  trackingNumber: row.tracking_number,
  consignmentNumber: row.consignment_number,
  category: row.category,
  text: row.text,
  amount: costText(row.amount),
  settled: costText(row.settled),
  left: costText(row.amount - row.settled),
  explanation: row.explanation,
  explainedAt: row.explained_at?.toISOString() ?? null,
  explainedBy: row.explained_by,
  version: row.version,
})
