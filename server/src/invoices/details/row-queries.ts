import type { ParcelRowSort } from '@despatch/contract/invoices/details'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { isWhole, type Scope, WHOLE } from '../scope.ts'
import { type Kind, numberOf, type RowFilter, tableOf, whereOf } from './row-filter.ts'
import { readRowOrder } from './row-orders.ts'

export type RowPage = { page: number; limit: number; sort: ParcelRowSort; desc: boolean }

export type DetailRow = Selectable<Tables['invoice_details']> & { client_name: string | null }
export type ParcelRow = Selectable<Tables['invoice_parcels']> & { client_name: string | null }
type RowOf = { details: DetailRow; parcels: ParcelRow }

/** Reads one page of an invoice's rows in scope, and the total number. */
export async function readRowsOfInvoice<Of extends Kind>(
  { transaction, services }: Pick<Context, 'transaction' | 'services'>,
  of: Of,
  query: { scope: Scope; filter: RowFilter; page: RowPage },
): Promise<{ rows: RowOf[Of][]; total: number }> {
  const { scope, filter, page } = query
  const { invoiceId, search, status, verdict, cause } = filter
  const where = whereOf(of, scope, filter)
  // The order of the file has an index; any other order or filter is found once and cached.
  const isAsRead = page.sort === 'line' && !(search || status || verdict || cause)
  const { keys, total } = isAsRead
    ? await keysAsRead(transaction, of, query, where)
    : await keysInOrder({ transaction, services }, of, query, where)
  if (!keys) return { rows: [], total }
  const no = numberOf(of)
  const rows = await transaction.rows(
    sql<RowOf[Of]>`
      with keys as materialized (${keys})
      select r.*, c.name as client_name
      from keys k join ${tableOf(of)} r on r.invoice_id = ${invoiceId} and ${no} = k.no
      left join clients c on c.client_code = r.client_code
      order by k.place`.compile(db),
  )
  return { rows, total }
}

/** The keys of the rows on a page, with their positions; undefined for a page after the last row. */
type Keys = { keys: RawBuilder<unknown> | undefined; total: number }

async function keysAsRead(
  transaction: Transaction,
  of: Kind,
  query: { scope: Scope; filter: RowFilter; page: RowPage },
  where: RawBuilder<unknown>,
): Promise<Keys> {
  const { page, limit, desc } = query.page
  const no = numberOf(of)
  const total = await countRows(transaction, of, query, where)
  const before = (page - 1) * limit
  const rows = Math.min(limit, total - before)
  if (rows <= 0) return { keys: undefined, total }
  // Pages beyond the middle are read from the end, so that at most half of the rows are skipped.
  const isFromEnd = before > total / 2
  const keys = sql`
    select ${no} as no, ${desc ? sql`-${no}` : no} as place from ${tableOf(of)} r where ${where}
    order by ${no} ${desc === isFromEnd ? sql`asc` : sql`desc`}
    limit ${rows} offset ${isFromEnd ? total - before - rows : before}`
  return { keys, total }
}

async function keysInOrder(
  context: Pick<Context, 'transaction' | 'services'>,
  of: Kind,
  { scope, filter, page: { page, limit, sort, desc } }: { scope: Scope; filter: RowFilter; page: RowPage },
  where: RawBuilder<unknown>,
): Promise<Keys> {
  const order = await readRowOrder(context, { of, scope, filter, sort, where })
  const numbers = order.page((page - 1) * limit, limit, desc)
  const keys =
    numbers.length > 0 ? sql`select * from unnest(${numbers}::int[]) with ordinality as n (no, place)` : undefined
  return { keys, total: order.length }
}

/** Counts rows; for a whole invoice, from its sums. */
async function countRows(
  transaction: Transaction,
  of: Kind,
  { scope, filter: { invoiceId, ...narrowed } }: { scope: Scope; filter: RowFilter },
  where: RawBuilder<unknown>,
): Promise<number> {
  const isAll = isWhole(scope) && Object.values(narrowed).every((one) => one === undefined)
  const row = await transaction.row(
    isAll
      ? db
          .selectFrom('invoice_sums')
          .select(of === 'details' ? 'details as total' : 'parcels as total')
          .where('client_code', '=', WHOLE)
          .where('invoice_id', '=', invoiceId)
      : sql<{ total: number }>`select count(*) as total from ${tableOf(of)} r where ${where}`.compile(db),
  )
  return row?.total ?? 0
}
