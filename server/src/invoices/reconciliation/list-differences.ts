import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { InvoiceStatus } from '@despatch/domain/invoices/invoice'
import { costText } from '@despatch/domain/routing/allocation/units'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { rowId } from '../ids.ts'
import { asOperator } from '../import/as-operator.ts'
import { loadRules } from '../matching/load-rules.ts'
import { noSuchInvoice, refuseClientUsers } from '../scope.ts'
import { judgedNow, readToJudge } from './judge-again.ts'

/** Details of a piece. */
const MAX_DETAILS = 1000

/** The next details of which somebody has decided on a row. */
const DECIDED = `
select detail_no as no from invoice_parcels
where invoice_id = $1 and detail_no > $2 and status <> 'Imported'
group by detail_no order by detail_no limit $3`
const ROWS = `
select parcel_no as no, client_code as client, order_number as "orderNumber",
  coalesce(written_as, tracking_number) as "trackingNumber", status, billed, expected
from invoice_parcels where invoice_id = $1 and detail_no = any ($2::int[]) and status <> 'Imported' order by parcel_no`
type Row = {
  no: number
  client: string
  orderNumber: string
  trackingNumber: string
  status: InvoiceStatus
  billed: number
  expected: number | null
}

type Difference = RouteAnswer<typeof routes.differences>['rows'][number]

/**
 * Rows of an invoice that somebody decided on, and of which another cost is expected by the prices and agreements of now than
 * when they were decided on. Nothing of them changes. Throws an AppError: 403 for users of clients, 404 for no such invoice.
 */
export async function listDifferences(
  context: StreamingContext,
  { query: { summaryID, after } }: RouteChecked<typeof routes.differences>,
): Promise<RouteAnswer<typeof routes.differences>> {
  const { caller, database } = context
  refuseClientUsers(caller)
  const invoiceId = Number(summaryID)
  const clients = await asOperator(database, async (_transaction, codes) => codes)
  return database.copying(clients, async (connection) => {
    await refuseChangedCaller(new Transaction(connection), caller)
    const invoice = await readToJudge(connection, invoiceId)
    if (!invoice) throw noSuchInvoice()
    const details = await connection.query<{ no: number }>(DECIDED, [invoiceId, Number(after), MAX_DETAILS])
    const numbers = details.rows.map(({ no }) => no)
    const kept = await rowsOf(connection, invoiceId, numbers)
    const rules = await loadRules(connection, clients)
    const rows: Difference[] = []
    for await (const piece of judgedNow(connection, invoice, numbers, { rules, clients }))
      for (const { no, judged } of piece.flatMap((detail) => detail.rows)) {
        const row = kept.get(no)
        if (row && row.expected !== judged.expected) rows.push(present(invoiceId, row, judged.expected))
      }
    return { code: 200, rows, after: numbers.length < MAX_DETAILS ? null : (numbers.at(-1) ?? null) }
  })
}

async function rowsOf(
  connection: pg.ClientBase,
  invoiceId: number,
  details: readonly number[],
): Promise<ReadonlyMap<number, Row>> {
  const { rows } = await connection.query<Row>(ROWS, [invoiceId, details])
  return new Map(rows.map((row) => [row.no, row]))
}

const textOf = (cost: number | null) => (cost === null ? null : costText(cost))

function present(invoiceId: number, { no, client, billed, expected, ...row }: Row, now: number | null): Difference {
  return {
    parcelID: rowId(invoiceId, no),
    clientCode: client,
    ...row,
    billed: costText(billed),
    expected: textOf(expected),
    expectedNow: textOf(now),
    difference: expected === null || now === null ? null : costText(now - expected),
  }
}
