import type { returnFigures as routes } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { LIFE_STATES, type LifeState } from '@despatch/domain/returns/life/return-state'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import { carrierNamesOf } from '../../figures/carrier-names.ts'
import type { Context } from '../../http/context.ts'
import { dayOf, isCounted, piecesOf, withReason } from './counted-lines.ts'

/** Columns of a return for lists and files, in a statement with `return_lines` as `line` and {@link withReason}. */
export const LINE_COLUMNS = sql`line.client_code as "clientCode", line.order_number as "orderNumber",
  line.return_reference as "returnReference", line.sku_code as "SKU",
  coalesce((select description from skus where skus.client_code = line.client_code and skus.sku_code = line.sku_code), '')
    as "Item_Description",
  line.state, line.reason_code as "reasonCode", coalesce(reason.title, line.reason_code) as "reasonTitle", line.carrier, line.region, line.surplus,
  line.ordered_on::text as "orderedOn", line.despatched_on::text as "despatchedOn",
  line.announced_on::text as "announcedOn", line.received_on::text as "receivedOn", line.refunded_on::text as "refundedOn"`

export type LineRow = {
  clientCode: string
  orderNumber: string
  returnReference: string
  SKU: string
  Item_Description: string
  state: LifeState
  reasonCode: string
  reasonTitle: string
  carrier: string
  region: string
  surplus: number
  pieces: number
  orderedOn: string
  despatchedOn: string | null
  announcedOn: string | null
  receivedOn: string | null
  refundedOn: string | null
}

/** The returns behind a figure, newest first; exactly those that the figure counts. */
export async function lines(
  context: Context,
  { body }: RouteChecked<typeof routes.lines>,
): Promise<RouteAnswer<typeof routes.lines>> {
  const { transaction, clients } = context
  const { page, limit, state, client } = body
  const of = client === '' ? clients : clients.filter((code) => code === client)
  const wanted = state === '' ? isCounted(of, body) : sql<boolean>`${isCounted(of, body)} and line.state = ${state}`
  const [found, count, nameOf] = await Promise.all([
    transaction.rows(
      sql<LineRow>`
        select ${LINE_COLUMNS}, ${piecesOf(body)} as pieces from return_lines as line ${withReason(clients)} where ${wanted}
        order by ${dayOf(body)} desc, line.client_code, line.order_number, line.return_reference, line.sku_code
        limit ${limit} offset ${(page - 1) * limit}`.compile(db),
    ),
    transaction.row(
      sql<{ total: number; pieces: number }>`
        select count(*)::int as total, coalesce(sum(${piecesOf(body)}), 0)::int as pieces from return_lines as line
        where ${wanted}`.compile(db),
    ),
    carrierNamesOf(context),
  ])
  return {
    lines: found.map((row) => ({
      ...row,
      carrierName: row.carrier && nameOf(row.carrier),
      stateTitle: LIFE_STATES[row.state],
    })),
    total: count?.total ?? 0,
    pieces: count?.pieces ?? 0,
  }
}
