import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Verdict } from '@despatch/domain/invoices/invoice'
import { disputedAmount } from '@despatch/domain/invoices/judging/disputes'
import { costText } from '@despatch/domain/routing/allocation/units'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { namedRows } from '../accept-and-reject/change-rows.ts'
import { rowKey } from '../ids.ts'
import { noSuchInvoice, openScope, WHOLE } from '../scope.ts'
import { UNDISPUTED } from './open-disputes.ts'

/** Rows with the same verdict and the same signs of amount and variance. A row with credited parts is on its own. */
type Sums = {
  currency: string
  verdict: Verdict
  is_disputed: boolean
  rows: number
  billed: number
  variance: number | null
  /** For rows that were not judged: the part not known to be due, and whether that is the whole billed amount. */
  unjudged: number
  credited: number
  is_whole: boolean
}

/**
 * As `claimedParts` does it: the billed amount less the expected cost of the charges that could be checked, or the
 * whole amount if no charge is marked unchecked.
 */
const UNJUDGED = sql`coalesce((
  select sum(c.billed - case when c."isUnchecked" then 0 else c.expected end)
  from jsonb_to_recordset(p.judged_charges) as c (billed bigint, expected bigint, "isUnchecked" boolean)
  having bool_or(c."isUnchecked")), p.billed)`

/** Sums what rejecting would dispute, of the rows that the caller sees. Writes nothing. */
export async function preflightRejection(
  context: Context,
  { body }: RouteChecked<typeof routes.rejection>,
): Promise<RouteAnswer<typeof routes.rejection>> {
  const { isOperator, parts } = await openScope(context)
  const sums = await context.transaction.rows(
    sql<Sums>`
      select s.currency, p.verdict, not ${UNDISPUTED} as is_disputed, count(*)::int as rows, sum(p.billed)::bigint as billed,
        sum(p.variance)::bigint as variance, sum(greatest(0, ${UNJUDGED}))::bigint as unjudged,
        c.credited, p.variance is null and p.billed > 0 and ${UNJUDGED} = p.billed and c.credited = 0 as is_whole
      from invoice_parcels p
      cross join lateral (
        select coalesce(sum(x.credited), 0)::bigint as credited from invoice_dispute_parts x
        where x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no
      ) c
      join (select distinct invoice_id, currency from invoice_sums
        where client_code = any (${isOperator ? [WHOLE] : parts}::text[])) s using (invoice_id)
      where ${rowsOf(body)}
      group by s.currency, p.verdict, is_disputed, is_whole, p.billed > 0, p.variance > 0, c.credited,
        case when c.credited > 0 then p.invoice_id end, case when c.credited > 0 then p.parcel_no end
      order by s.currency, p.verdict`.compile(db),
  )
  if (sums.length === 0 && body.of !== 'invoices') throw noSuchInvoice()
  const disputed = sums.filter(({ is_disputed }) => is_disputed)
  const claims = sums
    .filter(({ is_disputed }) => !is_disputed)
    .map((sum) => ({ ...sum, claimed: Math.max(0, (disputedAmount(sum) ?? sum.unjudged) - sum.credited) }))
  const byVerdict = Map.groupBy(claims, ({ currency, verdict }) => `${currency} ${verdict}`)
  return {
    code: 200,
    claims: [...byVerdict.values()].flatMap((some) => {
      const [first] = some
      if (!first) return []
      const { currency, verdict } = first
      return [
        {
          currency,
          verdict,
          rows: rowsIn(some),
          claimed: costText(some.reduce((sum, { claimed }) => sum + claimed, 0)),
          wholeRows: rowsIn(some.filter(({ is_whole }) => is_whole)),
        },
      ]
    }),
    unclaimed: rowsIn(claims.filter(({ claimed }) => claimed === 0)),
    disputed: rowsIn(disputed),
  }
}

const rowsIn = (some: readonly { rows: number }[]) => some.reduce((sum, { rows }) => sum + rows, 0)

/** Selects the rows `p` that would be rejected: of whole invoices the undecided ones. */
function rowsOf({ of, ids }: RouteChecked<typeof routes.rejection>['body']): RawBuilder<unknown> {
  const named = ids.split(',')
  if (of === 'invoices') return sql`p.invoice_id = any (${named.map(Number)}::bigint[]) and p.status = 'Imported'`
  return namedRows(of, named.map(rowKey))
}
