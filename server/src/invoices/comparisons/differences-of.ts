import type { BilledCharge, InvoiceStatus } from '@despatch/domain/invoices/invoice'
import type pg from 'pg'
import type { Rules } from '../matching/load-rules.ts'
import { type HeldInvoice, judgedNow } from '../reconciliation/judge-again.ts'
import { judgeCharges } from '../reconciliation/judge-charges.ts'

/** Details of a piece. */
const MAX_DETAILS = 1000

/** The next details of which somebody has decided on a row. */
const DECIDED = `
select detail_no as no from invoice_parcels
where invoice_id = $1 and detail_no > $2 and status <> 'Imported'
group by detail_no order by detail_no limit $3`
/** A credit that settled a dispute is expected for that, not by the account. */
const ROWS = `
select parcel_no as no, client_code as client, order_number as "orderNumber",
  coalesce(written_as, tracking_number) as "trackingNumber", status, billed, expected
from invoice_parcels where invoice_id = $1 and detail_no = any ($2::int[]) and status <> 'Imported'
  and not reasons @> '[{"kind": "settles"}]' order by parcel_no`

/** What the invoice bills as a whole, where somebody decided on it. */
const OWN = `
select parcel_no as no, charges from invoice_parcels
where invoice_id = $1 and client_code = '' and consignment_number = '' and tracking_number = '' and status <> 'Imported'`

/** A decided row of which another cost is expected now; ten-thousandths of the invoice's currency, null where it is not known. */
export type DecidedRow = {
  no: number
  client: string
  orderNumber: string
  trackingNumber: string
  status: InvoiceStatus
  billed: number
  expected: number | null
  expectedNow: number | null
}

type OwnRow = { no: number; charges: readonly BilledCharge[] }

/**
 * Rows of an invoice that somebody decided on, and of which another cost is expected by what is known now than when they were
 * decided on: a piece, behind a detail. `after` is where the next piece begins, null where nothing is left. `connection` is one
 * of `database.copying` that sees '' and every client, who are named.
 */
export async function differencesOf(
  connection: pg.PoolClient,
  invoice: HeldInvoice,
  after: number,
  { rules, clients }: { rules: Rules; clients: readonly string[] },
): Promise<{ rows: DecidedRow[]; after: number | null }> {
  const details = await connection.query<{ no: number }>(DECIDED, [invoice.invoiceId, after, MAX_DETAILS])
  const numbers = details.rows.map(({ no }) => no)
  const decided = await connection.query<Omit<DecidedRow, 'expectedNow'>>(ROWS, [invoice.invoiceId, numbers])
  const kept = new Map(decided.rows.map((row) => [row.no, row]))
  const rows: DecidedRow[] = []
  for await (const piece of judgedNow(connection, invoice, numbers, { rules, clients }))
    for (const { no, judged } of piece.flatMap((detail) => detail.rows)) {
      const row = kept.get(no)
      if (row && row.expected !== judged.expected) rows.push({ ...row, expectedNow: judged.expected })
    }
  for (const { no, charges } of (await connection.query<OwnRow>(OWN, [invoice.invoiceId])).rows) {
    const row = kept.get(no)
    const judged = row && (await judgeCharges(connection, rules, invoice, charges))
    if (judged && row.expected !== judged.expected) rows.push({ ...row, expectedNow: judged.expected })
  }
  return { rows, after: numbers.length < MAX_DETAILS ? null : (numbers.at(-1) ?? null) }
}
