import type { BilledCharge, InvoiceStatus } from '@despatch/domain/invoices/invoice'
import type pg from 'pg'
import type { Rules } from '../matching/load-rules.ts'
import { type InvoiceToJudge, judgeNow } from '../judging/judge-again.ts'
import { judgeCharges } from '../judging/judge-charges.ts'

/** Details read at a time. */
const MAX_DETAILS = 1000

/** The next details that have a decided row. */
const DECIDED = `
select detail_no as no from invoice_parcels
where invoice_id = $1 and detail_no > $2 and status <> 'Imported'
group by detail_no order by detail_no limit $3`
/** A credit that settled a dispute is expected to be that settlement, whatever the account says. */
const ROWS = `
select parcel_no as no, client_code as client, order_number as "orderNumber",
  coalesce(written_as, tracking_number) as "trackingNumber", status, billed, expected
from invoice_parcels where invoice_id = $1 and detail_no = any ($2::int[]) and status <> 'Imported'
  and not reasons @> '[{"kind": "settles"}]' order by parcel_no`

/** Decided charges of the invoice itself. */
const OWN = `
select parcel_no as no, charges from invoice_parcels
where invoice_id = $1 and client_code = '' and consignment_number = '' and tracking_number = '' and status <> 'Imported'`

/**
 * A decided row whose expected cost has changed. Amounts are ten-thousandths of the invoice's currency, null if
 * unknown.
 */
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
 * Reads one batch of the decided rows of an invoice whose expected cost has changed since the decision, from the
 * detail behind `after`. `connection` comes from `database.copying` and sees client '' and all `clients`.
 *
 * @returns the rows, and `after` for the next batch, null after the last
 */
export async function readDifferences(
  connection: pg.PoolClient,
  invoice: InvoiceToJudge,
  after: number,
  { rules, clients }: { rules: Rules; clients: readonly string[] },
): Promise<{ rows: DecidedRow[]; after: number | null }> {
  const details = await connection.query<{ no: number }>(DECIDED, [invoice.invoiceId, after, MAX_DETAILS])
  const numbers = details.rows.map(({ no }) => no)
  const decided = await connection.query<Omit<DecidedRow, 'expectedNow'>>(ROWS, [invoice.invoiceId, numbers])
  const kept = new Map(decided.rows.map((row) => [row.no, row]))
  const rows: DecidedRow[] = []
  for await (const piece of judgeNow(connection, invoice, numbers, { rules, clients }))
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
