import type { ParcelRowSort } from '@despatch/contract/invoices/reading'
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

/** What the orders that a server keeps may take together, in bytes: those of an invoice of 60,000 rows take a quarter of a megabyte each. */
const MAX_BYTES = 24_000_000
/** What keeping one takes besides. */
const NAME_BYTES = 1000
const BYTES = 4

/** The numbers of an invoice's rows, ascending by what they are sorted by, and then by themselves. */
class RowOrder {
  readonly #numbers: Buffer

  /** `numbers` has four bytes of each, the highest first. */
  constructor(numbers: Buffer) {
    this.#numbers = numbers
  }

  get length(): number {
    return this.#numbers.length / BYTES
  }

  get bytes(): number {
    return this.#numbers.length
  }

  /** As many numbers as are asked for behind so many others, or as there are. */
  page(before: number, count: number, isDown: boolean): number[] {
    const length = Math.max(Math.min(count, this.length - before), 0)
    return Array.from({ length }, (_none, index) => {
      const at = isDown ? this.length - 1 - before - index : before + index
      return this.#numbers.readInt32BE(at * BYTES)
    })
  }
}

const kept = new WeakMap<object, ReturnType<typeof makeLruCache<RowOrder>>>()

type Asked = { of: Kind; scope: Scope; filter: RowFilter; sort: ParcelRowSort; where: RawBuilder<unknown> }

/**
 * The rows of an invoice that a list shows, in its order: found once, and kept until the invoice's sums are written again, as
 * they are whenever something of its rows changes. A page is then read by the keys of its rows. An index for each order
 * would be written with every row that is imported or decided on: docs/decisions/0090.
 */
export async function rowOrder(
  { transaction, services }: Pick<Context, 'transaction' | 'services'>,
  { of, scope, filter, sort, where }: Asked,
): Promise<RowOrder> {
  const orders = kept.get(services) ?? makeLruCache<RowOrder>(MAX_BYTES, ({ bytes }) => bytes + NAME_BYTES)
  kept.set(services, orders)
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
