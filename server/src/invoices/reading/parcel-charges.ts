import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { rowId } from '../ids.ts'

const MAX_LISTED = 100

type Row = {
  invoice_id: number
  parcel_no: number
  despatched_as: string
  invoice_number: string
  carrier_name: string
  invoice_day: string
  currency: string
  billed: number
  expected: number | null
  variance: number | null
  verdict: Verdict
  status: InvoiceStatus
}

/** What invoices bill of one parcel of the client, and of its consignment as a whole. None for a parcel that is not there. */
export async function listParcelCharges(
  { transaction, client }: Context,
  { query }: RouteChecked<typeof routes.parcelCharges>,
): Promise<RouteAnswer<typeof routes.parcelCharges>> {
  const rows = await transaction.rows(
    sql<Row>`
      with parcel as (
        select order_number, tracking_number from parcels
        where client_code = ${client} and tracking_number = any (${trackingNumbersToFind(query.trackingNumber)}::text[])
        order by tracking_number <> ${query.trackingNumber} limit 1
      ), billed as (
        select p.* from parcel n join invoice_parcels p
          on p.client_code = ${client} and p.despatched_as = n.tracking_number and p.despatched_as <> ''
        union all
        select p.* from parcel n join invoice_parcels p
          on p.client_code = ${client} and p.order_number = n.order_number and p.order_number <> '' and p.despatched_as = ''
      )
      select b.invoice_id, b.parcel_no, b.despatched_as, s.invoice_number, s.carrier_name, s.invoice_day::text as invoice_day,
        s.currency, b.billed, b.expected, b.variance, b.verdict, b.status
      from billed b join invoice_sums s on s.client_code = ${client} and s.invoice_id = b.invoice_id
      order by s.imported_at desc, b.invoice_id desc, b.parcel_no desc limit ${MAX_LISTED}`.compile(db),
  )
  const amount = (cost: number | null) => (cost === null ? null : costText(cost))
  return {
    code: 200,
    charges: rows.map((row) => ({
      parcelID: rowId(row.invoice_id, row.parcel_no),
      summaryID: String(row.invoice_id),
      invoiceNumber: row.invoice_number,
      carrierName: row.carrier_name,
      invoiceDay: row.invoice_day,
      currency: row.currency,
      isWhole: row.despatched_as === '',
      billed: costText(row.billed),
      expected: amount(row.expected),
      variance: amount(row.variance),
      verdict: row.verdict,
      status: row.status,
    })),
  }
}
