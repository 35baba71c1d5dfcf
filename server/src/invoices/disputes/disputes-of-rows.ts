import type { InvoiceParcel, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { disputeNumber, type DisputeState } from '@despatch/domain/invoices/dispute'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { withClientsVisible } from '../../http/authentication/with-clients-visible.ts'
import { isWhole, type Scope, WHOLE } from '../scope.ts'
import { CREDITS_OF_REJECTED } from '../parcel-accounts/accounts.ts'
import { isLiveIn } from './lock-disputes.ts'

export type RowDispute = InvoiceParcel['dispute']

/**
 * Reads the newest dispute of each of some rows of an invoice; for details, of any of their parcel rows.
 *
 * @returns the dispute by row or detail number
 */
export async function readDisputesOfRows(
  transaction: Transaction,
  scope: Scope,
  of: 'details' | 'parcels',
  { invoiceId, numbers }: { invoiceId: number; numbers: readonly number[] },
): Promise<(no: number) => RowDispute> {
  const no = sql.ref(of === 'details' ? 'p.detail_no' : 'p.parcel_no')
  const rows = await transaction.rows(
    sql<{ no: number; dispute_id: number; state: DisputeState }>`
      select distinct on (${no}) ${no} as no, s.dispute_id, s.state
      from invoice_parcels p
      join invoice_dispute_parts x on x.client_code = p.client_code and x.invoice_id = p.invoice_id and x.parcel_no = p.parcel_no
      join invoice_dispute_shares s on s.client_code = x.client_code and s.dispute_id = x.dispute_id
      where p.invoice_id = ${invoiceId} and ${no} = any (${numbers}::int[])
        ${isWhole(scope) ? sql`` : sql`and p.client_code = any (${scope.parts}::text[])`}
      order by ${no}, s.dispute_id desc`.compile(db),
  )
  const byNumber = new Map(rows.map((row) => [row.no, named(scope, row)]))
  return (number) => byNumber.get(number) ?? null
}

const named = ({ isOperator }: Scope, { dispute_id, state }: { dispute_id: number; state: DisputeState }) => ({
  disputeID: isOperator ? String(dispute_id) : null,
  number: disputeNumber(dispute_id),
  state,
})

type Sums = {
  invoice_id: number
  count: number
  claimed: number
  credited: number
  open: number
  /** The part that is not paid meanwhile. */
  withheld: number
  newest: readonly (readonly [number, DisputeState])[]
}
/** `withheld` is the part of an invoice that is not paid; negative, the part of a credit that is not deducted. */
export type InvoiceDisputes = { disputes: InvoiceSummary['disputes']; withheld: number }

/** Sums the disputes of invoices within a scope. */
export async function readDisputesOfInvoices(
  transaction: Transaction,
  scope: Scope,
  ids: readonly number[],
): Promise<(id: number) => InvoiceDisputes> {
  const isLive = isLiveIn('s')
  const rows = await transaction.rows(
    sql<Sums>`
      select invoice_id, count(distinct dispute_id)::int as count, sum(claimed)::bigint as claimed,
        sum(credited)::bigint as credited, coalesce(sum(claimed - credited) filter (where ${isLive}), 0)::bigint as open,
        coalesce(sum(claimed - credited) filter (where ${isLive} and payable = 'billed less disputed'), 0)::bigint as withheld,
        (select jsonb_agg(jsonb_build_array(n.dispute_id, n.state) order by n.dispute_id desc) from (
          select distinct o.dispute_id, o.state from invoice_dispute_shares o where o.invoice_id = s.invoice_id ${ofScope(scope, 'o')}
          order by o.dispute_id desc limit 3
        ) n) as newest
      from invoice_dispute_shares s where invoice_id = any (${ids}::bigint[]) ${ofScope(scope, 's')}
      group by invoice_id`.compile(db),
  )
  const neverOwed = await neverOwedOf(transaction, scope, ids)
  const byInvoice = new Map(rows.map((row) => [row.invoice_id, row]))
  return (id) => {
    const { count = 0, claimed = 0, credited = 0, open = 0, withheld = 0, newest = [] } = byInvoice.get(id) ?? {}
    return {
      disputes: {
        count,
        claimed: costText(claimed),
        credited: costText(credited),
        open: costText(open),
        newest: newest.map(([dispute_id, state]) => named(scope, { dispute_id, state })),
      },
      withheld: withheld - (neverOwed.get(id) ?? 0),
    }
  }
}

/**
 * Sums credits that settle rows of invoices rejected as a whole: those amounts were never owed, so they are not paid
 * back either.
 */
async function neverOwedOf(
  transaction: Transaction,
  scope: Scope,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const read = () =>
    transaction.rows(
      sql<{ invoice_id: number; amount: number }>`
      select c.invoice_id, sum(coalesce(s.given, s.amount))::bigint as amount
      from ${sql.raw(CREDITS_OF_REJECTED)}
      where c.invoice_id = any (${ids}::bigint[]) ${isWhole(scope) ? sql`` : sql`and s.of_client = any (${scope.parts}::text[])`}
      group by c.invoice_id`.compile(db),
    )
  // Credits and settlements are stored under client ''.
  const rows = scope.isOperator ? await read() : await withClientsVisible(transaction, [WHOLE, ...scope.parts], read)
  return new Map(rows.map(({ invoice_id, amount }) => [invoice_id, amount]))
}

const ofScope = (scope: Scope, alias: string) =>
  isWhole(scope) ? sql`` : sql`and ${sql.ref(`${alias}.client_code`)} = any (${scope.parts}::text[])`
