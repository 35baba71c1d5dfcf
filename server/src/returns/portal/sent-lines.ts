import { overshippedPieces } from '@despatch/domain/returns/sent-pieces'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Pieces sent of an order line. */
export type SentRow = {
  /** Pieces of the SKU itself sent with the order; null if the contents of its parcels are unknown. */
  sent: number | null
  /** For a kit: its boxes, with the pieces of each that were sent. */
  boxes: { SKU: string; quantity: number; sent: number }[]
}

const OF_LINE = sql`p.client_code = l.client_code and p.order_number = l.order_number`

/** Joins {@link SentRow} to order lines `l` as `sent`. */
export const WITH_SENT = sql`cross join lateral (
  select (
    select case when bool_and(pc.sku_code is not null) then
        coalesce(sum(pc.quantity) filter (where pc.sku_code = l.sku_code), 0)::int
      end
    from parcels p left join parcel_contents pc using (client_code, tracking_number) where ${OF_LINE}
  ) as sent, (
    select coalesce(jsonb_agg(jsonb_build_object('SKU', c.component_code, 'quantity', c.quantity, 'sent', coalesce((
      select sum(pc.quantity) from parcels p join parcel_contents pc using (client_code, tracking_number)
      where ${OF_LINE} and pc.sku_code = c.component_code
    ), 0))), '[]')
    from sku_components c where c.client_code = l.client_code and c.sku_code = l.sku_code
  ) as boxes
) sent`

type LineRow = SentRow & { order_number: string; line_number: number; sku_code: string; quantity: number }

/** Returns a function that gives how many pieces of a line were sent beyond those bought. */
export async function loadOvershippedPieces(transaction: Transaction, client: string, orderNumbers: readonly string[]) {
  const rows = await transaction.rows(
    sql<LineRow>`
      select l.order_number, l.line_number, l.sku_code, l.quantity, sent.sent, sent.boxes
      from order_lines l ${WITH_SENT}
      where l.client_code = ${client} and l.order_number = any (${[...new Set(orderNumbers)]}::text[])
      order by l.order_number, l.line_number`.compile(db),
  )
  const overshipped = new Map<string, number>()
  for (const [orderNumber, own] of Map.groupBy(rows, (row) => row.order_number)) {
    const lines = own.map((row) => ({ ...row, sku: row.sku_code }))
    for (const [at, pieces] of overshippedPieces(lines).entries())
      overshipped.set(`${orderNumber}\n${own[at]?.line_number}`, pieces)
  }
  return (orderNumber: string, lineNumber: number): number => overshipped.get(`${orderNumber}\n${lineNumber}`) ?? 0
}
