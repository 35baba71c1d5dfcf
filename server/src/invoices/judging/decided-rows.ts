import type { JudgedRow } from '@despatch/domain/invoices/judging/judged'
import type pg from 'pg'
import type { ParcelMatch } from '../matching/match-details.ts'

/** A decided row as stored; it does not change. */
export type DecidedRow = {
  readonly judged: JudgedRow
  readonly client: string
  readonly orderNumber: string
  readonly ourWeight: number | null
  /** The tracking numbers of the despatched parcels that it covers. */
  readonly covers: readonly string[]
  /** The parcel that it covers, or no match; undefined if it covers several. */
  readonly found: ParcelMatch | undefined
}

type Row = Omit<JudgedRow, 'notJudged'> &
  Pick<DecidedRow, 'client' | 'orderNumber' | 'ourWeight' | 'covers'> & {
    no: number
    carrier: string | null
    despatchedAt: Date | null
  }

const DECIDED = `
select r.parcel_no as no, r.client_code as client, r.order_number as "orderNumber", r.our_weight as "ourWeight",
  case when r.despatched_as <> '' then array[r.despatched_as] else array(
    select c.tracking_number from invoice_covers c where c.invoice_id = r.invoice_id and c.parcel_no = r.parcel_no
  ) end as covers, p.carrier, p.despatched_at as "despatchedAt", r.verdict, r.billed, r.expected, r.variance, r.causes,
  r.our_change as "ourChange", r.judged_charges as charges, r.reasons
from invoice_parcels r
left join parcels p on p.client_code = r.client_code and p.tracking_number = r.despatched_as and r.despatched_as <> ''
where r.invoice_id = $1 and r.detail_no = any ($2::int[]) and r.status <> 'Imported'`

/** Reads the decided rows of details of an invoice, by row number. */
export async function readDecidedRows(
  connection: pg.ClientBase,
  invoiceId: number,
  details: readonly number[],
): Promise<Map<number, DecidedRow>> {
  const { rows } = await connection.query<Row>(DECIDED, [invoiceId, details])
  return new Map(
    rows.map(({ no, client, orderNumber, ourWeight, covers, carrier, despatchedAt, ...judged }) => {
      const place = { client, orderNumber, carrier, despatchedAt }
      const stored = { client, orderNumber, ourWeight, covers, judged: { ...judged, notJudged: null } }
      return [no, { ...stored, found: toMatch(place, covers) }]
    }),
  )
}

function toMatch(
  { client, orderNumber, carrier, despatchedAt }: Pick<Row, 'client' | 'orderNumber' | 'carrier' | 'despatchedAt'>,
  [trackingNumber, ...others]: readonly string[],
): ParcelMatch | undefined {
  if (others.length > 0) return undefined
  return trackingNumber === undefined || carrier === null || despatchedAt === null
    ? { kind: 'none', why: 'unknown' }
    : { kind: 'parcel', parcel: { client, orderNumber, trackingNumber, carrier, despatchedAt } }
}
