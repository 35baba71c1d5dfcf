import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { SummarySort } from '@despatch/contract/invoices/details'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { readDisputesOfInvoices } from '../disputes/disputes-of-rows.ts'
import { openScope, type Scope } from '../scope.ts'
import { presentSummary } from './present-summary.ts'
import { selectClients, selectOperatorFields, selectParts } from './summary-queries.ts'

type Query = RouteChecked<typeof routes.summary>['query']

const SORTS: Readonly<Record<SummarySort, RawBuilder<unknown>>> = {
  importedAt: sql`imported_at`,
  invoiceDay: sql`invoice_day`,
  dueDay: sql`due_day`,
  invoiceNumber: sql`invoice_number`,
  carrierName: sql`carrier_name`,
  status: sql`status`,
  totalCarrier: sql`billed`,
  variance: sql`variance`,
  leftToDecide: sql`undecided`,
}

/** Specification 7: one page of the invoices; specification 9: 10 by default. */
export async function listSummaries(
  context: Context,
  { query }: RouteChecked<typeof routes.summary>,
): Promise<RouteAnswer<typeof routes.summary>> {
  const { transaction } = context
  const { page, limit, sort, desc } = query
  const scope = await openScope(context, query.clientCode)
  const listed = partsListed(scope, query)
  const counted = await transaction.row(sql<{ total: number }>`select count(*) as total from ${listed}`.compile(db))
  const total = counted?.total ?? 0
  const before = (page - 1) * limit
  // Pages beyond the middle are read from the end, so that at most half of the invoices are skipped.
  const isFromEnd = before > total / 2
  const isDown = desc !== isFromEnd
  const rows = Math.max(Math.min(limit, total - before), 0)
  const ids = await transaction.rows(
    sql<{ invoice_id: number }>`select invoice_id from ${listed}
      order by ${SORTS[sort]} ${directionOf(sort, isDown)}, invoice_id ${isDown ? sql`desc` : sql`asc`}
      limit ${rows} offset ${isFromEnd ? Math.max(total - before - rows, 0) : before}`.compile(db),
  )
  const inOrder = ids.map(({ invoice_id }) => invoice_id)
  const order = isFromEnd ? inOrder.toReversed() : inOrder
  const [parts, clients, operators, disputesOf] = await Promise.all([
    transaction.rows(selectParts(scope, order)),
    transaction.rows(selectClients(order)),
    scope.isOperator ? transaction.rows(selectOperatorFields(order)) : [],
    readDisputesOfInvoices(transaction, scope, order),
  ])
  const partsOf = Map.groupBy(parts, ({ invoice_id }) => invoice_id)
  const clientsOf = Map.groupBy(clients, ({ invoice_id }) => invoice_id)
  const operatorsOf = new Map(operators.map((row) => [row.invoice_id, row]))
  return {
    code: 200,
    summary: order.map((id) =>
      presentSummary(scope, partsOf.get(id) ?? [], clientsOf.get(id) ?? [], operatorsOf.get(id), disputesOf(id)),
    ),
    pageInfo: { total, page, limit },
  }
}

/** Matches the indexes of `invoice_sums`. Only the due day may be missing, and sorts before all others. */
function directionOf(sort: SummarySort, desc: boolean): RawBuilder<unknown> {
  if (sort !== 'dueDay') return desc ? sql`desc` : sql`asc`
  return desc ? sql`desc nulls last` : sql`asc nulls first`
}

/** The invoices to list; the parts of several clients become one row per invoice. */
function partsListed(scope: Scope, query: Query): RawBuilder<unknown> {
  const { search, filterFrom, filterTo, summaryID, carrier, status } = query
  const sought = search?.toLowerCase()
  const conditions = [
    sql`client_code = any (${scope.parts}::text[])`,
    summaryID && sql`invoice_id = ${summaryID}::bigint`,
    carrier && sql`carrier = ${carrier}`,
    status && sql`status = ${status}`,
    filterFrom && sql`invoice_day >= ${filterFrom}::date`,
    filterTo && sql`invoice_day <= ${filterTo}::date`,
    sought &&
      sql`(strpos(lower(invoice_number || ' ' || carrier || ' ' || carrier_name || ' ' || account), ${sought}) > 0
        ${scope.isOperator ? sql`or invoice_id in (select i.invoice_id from invoices i join invoice_files f using (file_id) where strpos(lower(f.filename), ${sought}) > 0)` : sql``})`,
  ].filter((one) => typeof one === 'object')
  const where = sql.join(conditions, sql` and `)
  // With a single part the key is known, so that its indexes can be used.
  if (scope.parts.length === 1)
    return sql`(select * from invoice_sums where client_code = ${scope.parts[0]} and ${where}) as listed`
  return sql`(select invoice_id, min(imported_at) as imported_at, min(invoice_day) as invoice_day, min(due_day) as due_day,
      min(invoice_number) as invoice_number, min(carrier_name) as carrier_name, min(status) as status, sum(billed) as billed,
      sum(variance) as variance, sum(undecided) as undecided
    from invoice_sums where ${where} group by invoice_id) as listed`
}
