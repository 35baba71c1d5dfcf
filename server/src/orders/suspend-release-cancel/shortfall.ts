import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import type { Goods } from '@despatch/domain/orders/delivered-order'
import { MAX_NAMED_SHORT, SHORT_ACTS, type Shortfall } from '@despatch/domain/orders/suspend-release-cancel/sent-short'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { CommandedOrder } from './change-orders.ts'

/**
 * What of a despatched order is known not to have been sent, and whether it is closed short: the domain's `notSent`, as the
 * database reckons it, however many lines there are. undefined where nothing is missing, or nobody knows.
 */
export async function shortfallOf(
  transaction: Transaction,
  { client, orderNumber }: { client: string; orderNumber: string },
): Promise<Shortfall | undefined> {
  const rows = await transaction.write(
    sql<Goods & { SKUs: number; isClosed: boolean }>`
      with content as materialized (
        select c.sku_code, c.quantity
        from parcels p left join lateral (
          select sku_code, quantity from parcel_contents
          where client_code = ${client} and tracking_number = p.tracking_number offset 0
        ) c on true
        where p.client_code = ${client} and p.order_number = ${orderNumber}
      ), sent as (
        select sku_code, sum(quantity) as sent from content group by sku_code
      ), line as materialized (
        select sku_code, sum(quantity) as ordered from order_lines
        where client_code = ${client} and order_number = ${orderNumber} and exists (select from content)
        group by sku_code
      )
      select sku_code as "SKU", (ordered - coalesce(sent, 0))::int as quantity, count(*) over () as "SKUs",
        coalesce((
          select act = ${SHORT_ACTS.close} from order_history
          where client_code = ${client} and order_number = ${orderNumber} and act = any (${Object.values(SHORT_ACTS)}::text[])
          order by version desc limit 1
        ), false) as "isClosed"
      from line left join sent using (sku_code)
      where ordered > coalesce(sent, 0)
        and not exists (select from sent s where s.sku_code is null or s.sku_code not in (select sku_code from line))
      order by sku_code
      limit ${MAX_NAMED_SHORT}`.compile(db),
  )
  const [first] = rows
  if (!first) return undefined
  const items = rows.map(({ SKU, quantity }) => ({ SKU, quantity }))
  return { items, SKUs: first.SKUs, isClosed: first.isClosed }
}

/**
 * An order of the client, held until the end of the transaction, with what of it was not sent. Anyone who delivers orders holds
 * them too, so that one of both sees what the other did. Throws an AppError (404).
 */
export async function holdSentShort(
  { transaction, client }: Pick<Context, 'transaction' | 'client'>,
  orderNumber: string,
): Promise<{ order: CommandedOrder; shortfall: Shortfall | undefined }> {
  // Each statement sees what was committed before it began: what is read after the lock holds.
  const [order, shortfall] = await Promise.all([
    transaction.row(
      sql<CommandedOrder>`select order_number, status, version, dispatch_service, despatch_date, suspended_for
        from orders where client_code = ${client} and order_number = ${orderNumber} for no key update`.compile(db),
    ),
    shortfallOf(transaction, { client, orderNumber }),
  ])
  if (!order) throw new AppError('not_found', noDataAvailable(orderNumber))
  return { order, shortfall }
}

/** A refusal (422) of what cannot be done to an order, with the reason in words. */
export const notDone = (orderNumber: string, what: string, why: string) =>
  new AppError('unprocessable', `Order ${orderNumber} has not been ${what}. ${why}.`)
