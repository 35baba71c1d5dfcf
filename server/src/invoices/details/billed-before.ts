import type { InvoiceParcel } from '@despatch/contract/invoices/invoice'
import type { Reason } from '@despatch/domain/invoices/judging/reasons'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { rowId } from '../ids.ts'
import type { Scope } from '../scope.ts'
import type { ParcelRow } from './row-queries.ts'

export type BilledBefore = ReadonlyMap<string, InvoiceParcel['billedBefore']>

/** For rows that are Already billed, reads the rows that billed the same first, by row id. Empty for client users. */
export async function readBilledBefore(
  transaction: Transaction,
  { isOperator }: Scope,
  rows: readonly ParcelRow[],
): Promise<BilledBefore> {
  const again = rows.flatMap((row) => {
    const reason = (row.reasons as readonly Reason[]).find((one) => one.kind === 'already billed')
    return reason ? [{ row, reason }] : []
  })
  if (!isOperator || again.length === 0) return new Map()
  const found = await transaction.rows(
    sql<{ invoice: number; no: number; firstInvoice: number; firstNo: number; number: string }>`
      select w.invoice, w.no, p.invoice_id as "firstInvoice", p.parcel_no as "firstNo", i.invoice_number as number
      from unnest(${again.map(({ row }) => row.client_code)}::text[], ${again.map(({ row }) => row.invoice_id)}::bigint[],
        ${again.map(({ row }) => row.parcel_no)}::int[], ${again.map(({ row }) => row.tracking_number)}::text[],
        ${again.map(({ reason }) => reason.invoiceNumber)}::text[]) as w (client, invoice, no, tracking_number, invoice_number)
      cross join lateral (
        select o.invoice_id, o.parcel_no from parcel_bills b
        join parcel_bills o on o.client_code = b.client_code and o.tracking_number = b.tracking_number
        where b.client_code = w.client and b.invoice_id = w.invoice and b.parcel_no = w.no
        union
        select invoice_id, parcel_no from invoice_parcels b
        where b.tracking_number = w.tracking_number and b.tracking_number <> ''
      ) p
      join invoices i on i.invoice_id = p.invoice_id and i.invoice_number = w.invoice_number
      where (p.invoice_id, p.parcel_no) <> (w.invoice, w.no)
      order by w.invoice, w.no, p.invoice_id desc, p.parcel_no desc`.compile(db),
  )
  return new Map(
    found.map(({ invoice, no, firstInvoice, firstNo, number }) => [
      rowId(invoice, no),
      { parcelID: rowId(firstInvoice, firstNo), summaryID: String(firstInvoice), invoiceNumber: number },
    ]),
  )
}
