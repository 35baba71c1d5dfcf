import type { ParcelRowSort } from '@despatch/contract/invoices/reading'
import type { Cause, InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'
import { isWhole, type Scope, WHOLE } from '../scope.ts'

export type RowFilter = {
  invoiceId: number
  detailNo?: number | undefined
  parcelNo?: number | undefined
  search?: string | undefined
  status?: InvoiceStatus | undefined
  verdict?: Verdict | undefined
  cause?: Cause | undefined
}
export type RowPage = { page: number; limit: number; sort: ParcelRowSort; desc: boolean }

type Kind = 'details' | 'parcels'
export type DetailRow = Selectable<Tables['invoice_details']> & { client_name: string | null }
export type ParcelRow = Selectable<Tables['invoice_parcels']> & { client_name: string | null }
type RowOf = { details: DetailRow; parcels: ParcelRow }

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

/** A page of the rows of an invoice that a scope takes in, and how many there are. */
export async function rowsOfInvoice<Of extends Kind>(
  transaction: Transaction,
  of: Of,
  given: { scope: Scope; filter: RowFilter; page: RowPage },
): Promise<{ rows: RowOf[Of][]; total: number }> {
  const { page, limit, sort, desc } = given.page
  const table = sql.table(of === 'details' ? 'invoice_details' : 'invoice_parcels')
  const no = sql.ref(of === 'details' ? 'r.detail_no' : 'r.parcel_no')
  const where = whereOf(of, given.scope, given.filter)
  const total = await countRows(transaction, of, given, where)
  const before = (page - 1) * limit
  const rows = Math.min(limit, total - before)
  if (rows <= 0) return { rows: [], total }
  // Beyond the middle it is read from the end: half the rows at most are passed over.
  const isFromEnd = before > total / 2
  const isDown = desc !== isFromEnd
  const direction = isDown ? sql`desc` : sql`asc`
  const nulls = isDown ? sql`nulls first` : sql`nulls last`
  const order =
    sort === 'line' ? sql`${no} ${direction}` : sql`${SORTS[sort]} ${direction} ${nulls}, ${no} ${direction}`
  // Which rows are on the page an index says; only these are read whole.
  const found = await transaction.rows(
    sql<RowOf[Of]>`
      with keys as materialized (
        select r.client_code, ${no} as no from ${table} r where ${where} order by ${order}
        limit ${rows} offset ${isFromEnd ? total - before - rows : before}
      )
      select r.*, c.name as client_name
      from keys k join ${table} r on r.client_code = k.client_code and r.invoice_id = ${given.filter.invoiceId} and ${no} = k.no
      left join clients c on c.client_code = r.client_code
      order by ${order}`.compile(db),
  )
  return { rows: isFromEnd ? found.toReversed() : found, total }
}

/** How many rows there are: of a whole invoice its sums say so. */
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
      : sql<{ total: number }>`select count(*) as total
          from ${sql.table(of === 'details' ? 'invoice_details' : 'invoice_parcels')} r where ${where}`.compile(db),
  )
  return row?.total ?? 0
}

function whereOf(of: Kind, scope: Scope, filter: RowFilter): RawBuilder<unknown> {
  const { invoiceId, detailNo, parcelNo, search, status, verdict, cause } = filter
  const conditions = [
    sql`r.invoice_id = ${invoiceId}`,
    !isWhole(scope) && sql`r.client_code = any (${scope.parts}::text[])`,
    detailNo !== undefined && sql`r.detail_no = ${detailNo}`,
    parcelNo !== undefined && sql`r.parcel_no = ${parcelNo}`,
    status && sql`r.status = ${status}`,
    verdict && sql`r.verdict = ${verdict}`,
    cause && sql`r.causes ? ${cause}`,
    search && searched(of, search),
  ].filter((one) => typeof one === 'object')
  return sql.join(conditions, sql` and `)
}

function searched(of: Kind, search: string): RawBuilder<unknown> {
  const [text, number] = [search.toLowerCase(), normaliseTrackingNumber(search).toLowerCase()]
  if (of === 'parcels')
    return sql`(strpos(lower(r.consignment_number || ' ' || r.order_number), ${text}) > 0
      or strpos(lower(r.tracking_number), ${number}) > 0)`
  return sql`(strpos(lower(r.consignment_number || ' ' || r.order_number || ' ' || array_to_string(r.order_references, ' ')), ${text}) > 0
    or exists (select from invoice_parcels p where p.invoice_id = r.invoice_id and p.detail_no = r.detail_no
      and strpos(lower(p.tracking_number), ${number}) > 0))`
}
