import { invoices } from '@despatch/contract/invoices/invoices'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import type { Context } from '../http/context.ts'
import { isLiveIn } from './disputes/lock-disputes.ts'
import { countToReview } from './comparisons/review-differences.ts'
import { countWaitingFiles } from './import/list-imports.ts'
import { isWhole, openScope } from './scope.ts'

/** A dispute is urgent from this many days before its deadline. */
const DAYS_AHEAD = 3

type ByCurrency = { currency: string; count: number; urgent: number; amount: number }

/** Counts on Home: invoices to decide with their money, disputes near or past their deadline, and files to map. */
export const invoiceCounts: readonly HomeCount[] = [
  {
    name: 'invoices-to-decide',
    route: invoices.decideSummary,
    isOperators: true,
    async count(context) {
      const { parts } = await openScope(context)
      return counted(
        context,
        sql<ByCurrency>`
          select currency, count(*)::int as count, count(*) filter (where due_day <= ${dayOf(context.now)}::date)::int as urgent,
            coalesce(sum(undecided_billed), 0)::bigint as amount
          from invoice_sums where ${isOfClients('client_code', parts)} and status = 'Imported'
          group by currency order by currency`,
      )
    },
  },
  {
    name: 'disputes-due',
    route: invoices.decideSummary,
    isOperators: true,
    async count(context) {
      const scope = await openScope(context)
      const today = dayOf(context.now)
      const isDue = sql`${isLiveIn('d')} and d.due_day <= ${addDays(today, DAYS_AHEAD)}::date`
      // For a single client, count only the claims for its parcels.
      const due = isWhole(scope)
        ? sql`invoice_disputes d where ${isDue}`
        : sql`invoice_dispute_shares s join invoice_disputes d using (dispute_id)
            where ${isOfClients('s.client_code', scope.parts)} and ${isDue}`
      const claim = sql.ref(isWhole(scope) ? 'd' : 's')
      return counted(
        context,
        sql<ByCurrency>`
          select d.currency, count(*)::int as count, count(*) filter (where d.due_day < ${today}::date)::int as urgent,
            coalesce(sum(${claim}.claimed - ${claim}.credited), 0)::bigint as amount
          from ${due} group by d.currency order by d.currency`,
      )
    },
  },
  {
    name: 'invoice-files-to-map',
    route: invoices.saveLayout,
    isOperators: true,
    async count(context) {
      await openScope(context)
      return { count: await countWaitingFiles(context.transaction) }
    },
  },
  {
    name: 'decided-rows-to-review',
    route: invoices.reviewDifferences,
    isOperators: true,
    async count(context) {
      await openScope(context)
      return { count: await countToReview(context.transaction) }
    },
  },
]

async function counted({ transaction }: Context, query: ReturnType<typeof sql<ByCurrency>>) {
  const rows = await transaction.rows(prepared(query.compile(db)))
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    urgent: rows.reduce((sum, { urgent }) => sum + urgent, 0),
    amounts: rows.filter(({ amount }) => amount > 0).map(({ currency, amount }) => ({ currency, amount })),
  }
}
