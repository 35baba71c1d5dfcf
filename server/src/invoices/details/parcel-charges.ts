import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { trackingNumbersToFind } from '@despatch/domain/deliveries/parcels/tracking-number'
import type { InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { rowId } from '../ids.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import type { ParcelKey } from '../parcel-accounts/accounts.ts'
import { readAccount } from '../parcel-accounts/read-account.ts'

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
  posted_on: string | null
}

/** Lists what invoices bill for one parcel of the client, and its account. Empty for an unknown parcel. */
export async function listParcelCharges(
  { transaction, client, caller }: Context,
  { query }: RouteChecked<typeof routes.parcelCharges>,
): Promise<RouteAnswer<typeof routes.parcelCharges>> {
  const parcel = await transaction.row(
    sql<ParcelKey & OrderKey>`
      select client_code as client, order_number as "orderNumber", tracking_number as "trackingNumber" from parcels
      where client_code = ${client} and tracking_number = any (${trackingNumbersToFind(query.trackingNumber)}::text[])
      order by tracking_number <> ${query.trackingNumber} limit 1`.compile(db),
  )
  if (!parcel) return { code: 200, charges: [], account: null }
  const rows = await transaction.rows(
    sql<Row>`
      select b.invoice_id, b.parcel_no, p.despatched_as, s.invoice_number, s.carrier_name, s.invoice_day::text as invoice_day,
        s.currency, p.billed, p.expected, p.variance, p.verdict, p.status, g.posted_on::text as posted_on
      from parcel_bills b
      join invoice_parcels p on p.client_code = b.client_code and p.invoice_id = b.invoice_id and p.parcel_no = b.parcel_no
      join invoice_sums s on s.client_code = b.client_code and s.invoice_id = b.invoice_id
      left join invoice_posted d on d.invoice_id = b.invoice_id and d.reversed_by is null
      left join invoice_postings g using (posting_id)
      where b.client_code = ${client} and b.tracking_number = ${parcel.trackingNumber}
      order by s.imported_at desc, b.invoice_id desc, b.parcel_no desc limit ${MAX_LISTED}`.compile(db),
  )
  const read = await readAccount(transaction, parcel, { isOperator: caller.isInternal, sees: caller.sees })
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
      share: read?.shareOf({ invoiceId: row.invoice_id, no: row.parcel_no }) ?? null,
      billed: costText(row.billed),
      expected: amount(row.expected),
      variance: amount(row.variance),
      verdict: row.verdict,
      status: row.status,
      postedOn: row.posted_on,
    })),
    account: read?.account ?? null,
  }
}
