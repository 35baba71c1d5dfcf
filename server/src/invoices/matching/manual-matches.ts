import type pg from 'pg'
import type { ParcelMatch } from './match-details.ts'

/** A user's choice of what a row bills. For an order without parcels, carrier and instant are missing. */
export type Choice = {
  client: string
  orderNumber: string
  trackingNumber: string
  carrier: string | null
  despatchedAt: Date | null
}

const CHOICES = `
select m.parcel_no as no, m.for_client as client, m.order_number as "orderNumber", m.tracking_number as "trackingNumber",
  p.carrier, p.despatched_at as "despatchedAt"
from invoice_matches m
left join parcels p on p.client_code = m.for_client and p.tracking_number = m.tracking_number and m.tracking_number <> ''
where m.invoice_id = $1 and m.parcel_no = any ($2::int[])`

/** Reads users' choices for rows of an invoice, by row number. */
export async function readManualMatches(
  connection: pg.ClientBase,
  invoiceId: number,
  rows: readonly number[],
): Promise<ReadonlyMap<number, ParcelMatch>> {
  const found = await connection.query<Choice & { no: number }>(CHOICES, [invoiceId, rows])
  return new Map(found.rows.map(({ no, ...choice }) => [no, toMatch(choice)]))
}

/** Turns a user's choice into a match. */
function toMatch({ client, orderNumber, trackingNumber, carrier, despatchedAt }: Choice): ParcelMatch {
  return carrier === null || despatchedAt === null
    ? { kind: 'order', client, orderNumber }
    : { kind: 'parcel', parcel: { client, orderNumber, trackingNumber, carrier, despatchedAt } }
}
