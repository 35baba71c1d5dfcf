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

// Feeds run this with nested loops off, so each parcel is looked up by its key (see `by-key.ts`).
const PARCELS_OF_LINE = sql`(
  select client_code, tracking_number from parcels
  where client_code = l.client_code and order_number between l.order_number and l.order_number
  order by order_number offset 0
) p`
const CONTENTS_OF_PARCEL = sql`lateral (
  select sku_code, quantity from parcel_contents
  where client_code = p.client_code and tracking_number between p.tracking_number and p.tracking_number
  order by tracking_number offset 0
) pc`

/** Joins {@link SentRow} to order lines `l` as `sent`. */
export const WITH_SENT = sql`cross join lateral (
  select (
    select case when bool_and(pc.sku_code is not null) then
        coalesce(sum(pc.quantity) filter (where pc.sku_code = l.sku_code), 0)::int
      end
    from ${PARCELS_OF_LINE} left join ${CONTENTS_OF_PARCEL} on true
  ) as sent, (
    select coalesce(jsonb_agg(jsonb_build_object('SKU', c.component_code, 'quantity', c.quantity, 'sent', coalesce((
      select sum(pc.quantity) from ${PARCELS_OF_LINE} cross join ${CONTENTS_OF_PARCEL} where pc.sku_code = c.component_code
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
      from unnest(${[...new Set(orderNumbers)]}::text[]) as n (order_number) cross join lateral (
        select client_code, order_number, line_number, sku_code, quantity from order_lines
        where client_code = ${client} and order_number between n.order_number and n.order_number
        order by order_number, line_number offset 0
      ) l ${WITH_SENT}
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
