import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { costText } from '@despatch/domain/routing/allocation/units'
import { Transaction } from '../../database/transaction.ts'
import { refuseChangedCaller } from '../../http/authentication/open-session.ts'
import type { StreamingContext } from '../../http/context.ts'
import { rowId } from '../ids.ts'
import { asOperator } from '../import/as-operator.ts'
import { loadRules } from '../matching/load-rules.ts'
import { readToJudge } from '../judging/judge-again.ts'
import { noSuchInvoice, refuseClientUsers } from '../scope.ts'
import { type DecidedRow, readDifferences } from './read-differences.ts'

/**
 * Lists rows of an invoice whose expected cost, by today's prices and agreements, differs from that of their
 * decision. Writes nothing.
 *
 * @throws AppError 403 for client users, 404 if there is no such invoice
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
    const rules = await loadRules(connection, clients)
    const found = await readDifferences(connection, invoice, Number(after), { rules, clients })
    return { code: 200, rows: found.rows.map((row) => presentDifference(invoiceId, row)), after: found.after }
  })
}

const textOf = (cost: number | null) => (cost === null ? null : costText(cost))

/** Presents a decided row with its earlier and its present expected cost. */
export function presentDifference(
  invoiceId: number,
  { no, client, billed, expected, expectedNow, ...row }: DecidedRow,
): RouteAnswer<typeof routes.differences>['rows'][number] {
  return {
    parcelID: rowId(invoiceId, no),
    clientCode: client,
    ...row,
    billed: costText(billed),
    expected: textOf(expected),
    expectedNow: textOf(expectedNow),
    difference: expected === null || expectedNow === null ? null : costText(expectedNow - expected),
  }
}
