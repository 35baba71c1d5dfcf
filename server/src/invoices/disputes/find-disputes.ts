import type { DisputeState } from '@despatch/domain/invoices/dispute'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { clientsOfReadable, isWhole, openScope } from '../scope.ts'

/** A dispute, or the caller's share of it. */
export type DisputeOfCaller = {
  dispute_id: number
  state: DisputeState
  invoice_id: number
  invoice_number: string
  carrier_name: string
  currency: string
  claimed: number
  credited: number
}

/**
 * Reads those of the disputes that the caller may see. Row-level security then shows the rest of the transaction the
 * caller's scope of invoices.
 */
export async function findDisputes(context: Context, ids: readonly string[]): Promise<DisputeOfCaller[]> {
  const clients = clientsOfReadable(context)
  if (!clients || ids.length === 0) return []
  const { transaction, caller } = context
  const scope = await openScope({ transaction, caller: { ...caller, clients } })
  return transaction.rows(
    sql<DisputeOfCaller>`
      select s.dispute_id, min(s.state) as state, s.invoice_id, min(i.invoice_number) as invoice_number,
        min(i.carrier_name) as carrier_name, min(i.currency) as currency, sum(s.claimed)::bigint as claimed,
        sum(s.credited)::bigint as credited
      from invoice_dispute_shares s join invoice_sums i on i.client_code = s.client_code and i.invoice_id = s.invoice_id
      where s.dispute_id = any (${ids}::bigint[]) ${isWhole(scope) ? sql`` : sql`and s.client_code = any (${scope.parts}::text[])`}
      group by s.dispute_id, s.invoice_id
      order by s.dispute_id`.compile(db),
  )
}
