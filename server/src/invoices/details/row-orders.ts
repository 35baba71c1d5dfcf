import type { ParcelRowSort } from '@despatch/contract/invoices/details'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { makeLruCache } from '../../process/lru-cache.ts'
import type { Scope } from '../scope.ts'
import { type Kind, numberOf, type RowFilter, tableOf } from './row-filter.ts'

const SORTS: Readonly<Record<Exclude<ParcelRowSort, 'line'>, RawBuilder<unknown>>> = {
  status: sql`r.status`,
  verdict: sql`r.verdict`,
  billed: sql`r.billed`,
  expected: sql`r.expected`,
  variance: sql`r.variance`,
  orderNumber: sql`r.order_number`,
  clientCode: sql`r.client_code`,
  consignmentNumber: sql`r.consignment_number`,
  shipmentDay: sql`r.shipment_day`,
  billedWeight: sql`r.billed_weight`,
  trackingNumber: sql`r.tracking_number`,
}

/**
 * The limit for all cached orders of a server, in bytes; one order of a 60,000-row invoice takes a quarter of a
 * megabyte.
 */
const MAX_BYTES = 24_000_000
/** The overhead of a cached order. */
const NAME_BYTES = 1000
const BYTES = 4

/** The numbers of an invoice's rows, ascending by sort value and then by number. */
class RowOrder {
  readonly #numbers: Buffer

  /** `numbers` has four bytes for each, big-endian. */
  constructor(numbers: Buffer) {
    this.#numbers = numbers
  }

  get length(): number {
    return this.#numbers.length / BYTES
  }

  get bytes(): number {
    return this.#numbers.length
  }

  /** Returns up to `count` numbers after the first `before`. */
  page(before: number, count: number, isDown: boolean): number[] {
    const length = Math.max(Math.min(count, this.length - before), 0)
    return Array.from({ length }, (_none, index) => {
      const at = isDown ? this.length - 1 - before - index : before + index
      return this.#numbers.readInt32BE(at * BYTES)
    })
  }
}

const ordersOfServer = new WeakMap<object, ReturnType<typeof makeLruCache<RowOrder>>>()

type RowOrderQuery = { of: Kind; scope: Scope; filter: RowFilter; sort: ParcelRowSort; where: RawBuilder<unknown> }

/**
 * Finds the rows of an invoice that a list shows, in its order, and caches them until the invoice's sums are written
 * again, which every change of its rows does. A page is then read by the keys of its rows. Indexes for each order
 * would have to be updated with every imported or decided row: docs/decisions/0090.
 */
export async function readRowOrder(
  { transaction, services }: Pick<Context, 'transaction' | 'services'>,
  { of, scope, filter, sort, where }: RowOrderQuery,
): Promise<RowOrder> {
  const orders = ordersOfServer.get(services) ?? makeLruCache<RowOrder>(MAX_BYTES, ({ bytes }) => bytes + NAME_BYTES)
  ordersOfServer.set(services, orders)
  const sums = await transaction.row(
    sql<{ written: string }>`select xmin::text as written from invoice_sums
      where client_code = any (${scope.parts}::text[]) and invoice_id = ${filter.invoiceId} limit 1`.compile(db),
  )
  const name = JSON.stringify([of, sums?.written, scope.isOperator, scope.parts, filter, sort])
  return orders(name, async () => {
    const no = numberOf(of)
    const order = sort === 'line' ? no : sql`${SORTS[sort]} nulls last, ${no}`
    const row = await transaction.row(
      sql<{ numbers: Buffer | null }>`
        select string_agg(int4send(${no}), '' order by ${order}) as numbers
        from ${tableOf(of)} r where ${where}`.compile(db),
    )
    return new RowOrder(row?.numbers ?? Buffer.alloc(0))
  })
}
