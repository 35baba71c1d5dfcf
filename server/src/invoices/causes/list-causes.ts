import { MAX_CAUSES_DAYS } from '@despatch/contract/invoices/causes'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { daysBetween } from '@despatch/domain/calendar/day'
import { findCauses } from '@despatch/domain/invoices/causes/find-causes'
import { costText, kilogramsOf } from '@despatch/domain/routing/allocation/units'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { openOperatorScope } from '../scope.ts'
import { unagreedCharges, type HabitRow, pricesBilled, weightsOfContents } from './cause-queries.ts'

/**
 * Lists common causes of variances on the invoices of some days.
 *
 * @throws AppError 403 for client users, 422 for more days than a quarter
 */
export async function listCauses(
  context: Context,
  { query }: RouteChecked<typeof routes.causes>,
): Promise<RouteAnswer<typeof routes.causes>> {
  if (daysBetween(query.from, query.to) >= MAX_CAUSES_DAYS)
    throw new AppError('unprocessable', `Choose a period of up to ${MAX_CAUSES_DAYS} days.`)
  await openOperatorScope(context)
  const { transaction } = context
  const [weights, prices, charges] = await Promise.all([
    transaction.rows(weightsOfContents(query).compile(db)),
    transaction.rows(pricesBilled(query).compile(db)),
    transaction.rows(unagreedCharges(query).compile(db)),
  ])
  return {
    code: 200,
    weights: findCauses({ kind: 'weight' }, weights).map((row) => ({
      ...habitOf(row),
      clientCode: row.client_code,
      clientName: row.client_name ?? '',
      contents: row.contents,
      skus: row.skus,
      billedWeight: String(kilogramsOf(row.billed_weight)),
      ourWeight: String(kilogramsOf(row.our_weight)),
    })),
    prices: findCauses({ kind: 'price' }, prices).map((row) => ({
      ...habitOf(row),
      clientCode: row.client_code,
      clientName: row.client_name ?? '',
      clientMethodID: row.method,
      country: row.country,
      billed: costText(row.billed),
      expected: costText(row.expected),
    })),
    charges: findCauses({ kind: 'charge' }, charges).map((row) => ({
      ...habitOf(row),
      clientCode: row.client_code,
      chargeCode: row.code,
      chargeText: row.text,
      category: row.category,
      least: costText(row.least),
      most: costText(row.most),
      consignments: row.consignments,
    })),
  }
}

const habitOf = ({ carrier, carrier_name, currency, rows, of, amount, first, last }: HabitRow) => ({
  carrierCode: carrier,
  carrierName: carrier_name,
  currency,
  rows,
  of,
  amount: costText(amount),
  first,
  last,
})
