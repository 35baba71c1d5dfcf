import { randomUUID } from 'node:crypto'
import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { InvoiceStatus, Verdict } from '@despatch/domain/invoices/invoice'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import type { ActContext, Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { noSuchInvoice, openScope, type Scope, WHOLE } from '../scope.ts'
import { changeRowsOfInvoices, type Selection } from './change-rows.ts'
import { lockInvoices, refreshInvoices, refuseAccepted, refuseRejected, rowsText } from './lock-invoices.ts'
import { rowsToJudgeText, refuseRowsToJudge } from './refuse-rows-to-judge.ts'
import { largeSumText, refuseLargeSums } from './sum-tolerance.ts'

const IS_TAKEN = sql`p.status = 'Imported' and p.verdict in ('Matched', 'Within tolerance')`
const WOULD_BE_ACCEPTED = sql`p.status = 'Accepted' or ${IS_TAKEN}`
const matchedOf = (ids: readonly number[]): Selection => sql`p.invoice_id = any (${ids}::bigint[]) and ${IS_TAKEN}`

/** Why no row of an invoice can be accepted, by the invoice's status. */
const CLOSED: Partial<Record<InvoiceStatus, string>> = {
  Accepted: 'It is accepted and closed.',
  Rejected: 'It is rejected as a whole. Undo that first.',
}

/** Counts what accepting all rows that are matched or within tolerance would do. Writes nothing. */
export async function preflightAcceptMatched(
  context: Context,
  { body: { summaryIDs } }: RouteChecked<typeof routes.preflight>,
): Promise<RouteAnswer<typeof routes.preflight>> {
  const { transaction } = context
  const ids = [...new Set(summaryIDs.map(Number))]
  const scope = await openScope(context)
  const [invoices, sums] = await Promise.all([
    transaction.rows(
      db
        .selectFrom('invoice_sums')
        .select(['invoice_id', 'invoice_number', 'status', 'currency', 'carrier'])
        .distinct()
        .where('client_code', 'in', scope.parts)
        .where('invoice_id', 'in', ids),
    ),
    transaction.rows(sumsOf(scope, ids).compile(db)),
  ])
  if (invoices.length < ids.length) throw noSuchInvoice()
  // The agreements with carriers belong to the operator (client '').
  await seeClients(transaction, [...new Set([...scope.parts, ...context.caller.clients, WHOLE])])
  const refused = []
  for (const invoice of invoices) {
    const { invoice_id, invoice_number: invoiceNumber, status } = invoice
    const message =
      CLOSED[status] ??
      (await rowsToJudgeText(transaction, invoice, IS_TAKEN)) ??
      (await largeSumText(transaction, invoice, WOULD_BE_ACCEPTED))
    if (message !== undefined) refused.push({ summaryID: String(invoice_id), invoiceNumber, message })
  }
  return { code: 200, ...presentSums(sums, new Set(refused.map(({ summaryID }) => Number(summaryID)))), refused }
}

type SumRow = {
  invoice_id: number
  currency: string
  verdict: Verdict
  rows: number
  billed: number
  variance: number
}

const sumsOf = ({ parts }: Scope, ids: readonly number[]) => sql<SumRow>`
  select s.invoice_id, s.currency, p.verdict, count(*)::int as rows, sum(p.billed)::bigint as billed,
    coalesce(sum(p.variance), 0)::bigint as variance
  from invoice_parcels p
  join (select distinct invoice_id, currency, status from invoice_sums
    where client_code = any (${parts}::text[]) and invoice_id = any (${ids}::bigint[])) s using (invoice_id)
  where p.status = 'Imported' and s.status <> 'Accepted' and p.invoice_id = any (${ids}::bigint[])
  group by s.invoice_id, s.currency, p.verdict order by s.currency, p.verdict`

/** Counts rows to accept and rows to leave. A refused invoice accepts none. */
function presentSums(sums: readonly SumRow[], refused: ReadonlySet<number>) {
  const isTaken = ({ verdict, invoice_id }: SumRow) =>
    !refused.has(invoice_id) && (verdict === 'Matched' || verdict === 'Within tolerance')
  const total = (rows: readonly SumRow[], key: 'billed' | 'variance' | 'rows') =>
    rows.reduce((sum, row) => sum + row[key], 0)
  const taken = sums.filter(isTaken)
  const others = sums.filter((row) => !isTaken(row))
  const left = Map.groupBy(others, ({ currency, verdict }) => `${currency} ${verdict}`)
  return {
    accepted: [...Map.groupBy(taken, ({ currency }) => currency)].map(([currency, rows]) => ({
      currency,
      rows: total(rows, 'rows'),
      billed: costText(total(rows, 'billed')),
      variance: costText(total(rows, 'variance')),
    })),
    left: [...left.values()].flatMap((rows) => {
      const [first] = rows
      if (!first) return []
      const { currency, verdict } = first
      return [{ currency, verdict, rows: total(rows, 'rows'), billed: costText(total(rows, 'billed')) }]
    }),
    most: total(taken, 'rows'),
  }
}

/**
 * Accepts the undecided rows of invoices that are matched or within tolerance. A repeated call with the same
 * commandId changes nothing.
 *
 * @throws AppError 409 if the rows differ from those of the pre-flight, 422 if an invoice cannot be accepted
 */
export async function acceptMatched(
  context: ActContext,
  { body: { summaryIDs, commandId = randomUUID(), most } }: RouteChecked<typeof routes.acceptMatched>,
): Promise<RouteAnswer<typeof routes.acceptMatched>> {
  const ids = [...new Set(summaryIDs.map(Number))]
  const invoices = await lockInvoices(context, ids)
  const before = await doneBy(context, commandId)
  if (before > 0) {
    skipAudit(context)
    return { code: 200, message: `${rowsText(before)} accepted.`, commandId, done: before }
  }
  refuseAccepted(invoices)
  refuseRejected(invoices)
  await refuseRowsToJudge(context, invoices, IS_TAKEN)
  if (most !== undefined) await refuseOtherCount(context, ids, most)
  const done = await changeRowsOfInvoices(context, invoices, {
    rows: matchedOf(ids),
    status: 'Accepted',
    reason: '',
    commandId,
    isUndecided: true,
  })
  await refuseLargeSums(context, invoices)
  await refreshInvoices(context, ids)
  await audit(context, {
    clientCode: null,
    act: 'invoice.rows-decided',
    object: `${invoices.map(({ invoice_number }) => invoice_number).join(', ')}: ${rowsText(done)}`.slice(0, 1000),
    after: { status: 'Accepted', verdicts: 'Matched, Within tolerance' },
  })
  return { code: 200, message: `${rowsText(done)} accepted.`, commandId, done }
}

async function doneBy({ transaction, caller }: ActContext, commandId: string): Promise<number> {
  const row = await transaction.row(
    sql<{ count: number }>`select count(*) as count from invoice_receipts
      where command_id = ${commandId}::uuid and user_id = ${caller.userId}`.compile(db),
  )
  return row?.count ?? 0
}

async function refuseOtherCount({ transaction }: ActContext, ids: readonly number[], most: number): Promise<void> {
  const row = await transaction.row(
    sql<{ count: number }>`select count(*) as count from invoice_parcels p where ${matchedOf(ids)}`.compile(db),
  )
  if ((row?.count ?? 0) !== most)
    throw new AppError(
      'version_conflict',
      `${rowsText(row?.count ?? 0)} would now be accepted, not ${rowsText(most)}. Check the list, then try again.`,
    )
}
