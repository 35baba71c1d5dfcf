import { settleByCredits, type OpenPart } from '@despatch/domain/invoices/judging/credits'
import type { ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { ROW_OF_CREDIT } from '../../invoices/disputes/rows-of-credits.ts'
import { asOperator } from '../../invoices/import/as-operator.ts'

const BATCH_SIZE = 500

/** A parcel with its client and currency: another carrier or client may have the same number. */
type Parcel = { client_code: string; carrier: string; currency: string; tracking_number: string }
type CreditRow = Parcel & { credit_id: number; category: ChargeCategory; left: number; invoice_number: string }
type ClaimRow = Parcel & { claim_id: number; open: number }
const keyOf = (of: Parcel) => [of.client_code, of.carrier, of.currency, of.tracking_number].join('\n')
type ClaimPart = OpenPart & { readonly claimId: number; readonly client: string }

/**
 * Pays claims with carriers' credits on invoices for the same parcel, beyond what settles disputes. Skips credits
 * that a user has explained.
 *
 * @returns the number of credits used
 */
export async function settleClaims(database: Database): Promise<number> {
  for (let settled = 0; ;) {
    const some = await retryOnDeadlock(() => asOperator(database, settleSome))
    settled += some
    if (some < BATCH_SIZE) return settled
  }
}

async function settleSome(transaction: Transaction): Promise<number> {
  const credits = await transaction.rows(
    // A credit of an unknown client is used if only one client has claimed the parcel.
    sql<CreditRow>`
      select c.credit_id, c.category, k.client_code, c.carrier, c.currency, c.tracking_number, c.amount - c.settled as left,
        c.invoice_number
      from invoice_credits c ${ROW_OF_CREDIT} cross join lateral (
        select min(k.client_code) as client_code from claims k
        where k.tracking_number = c.tracking_number and k.carrier = c.carrier and k.currency = c.currency
          and p.client_code in ('', k.client_code)
          and k.state in ('sent', 'acknowledged', 'accepted', 'partly accepted') and k.paid < k.claimed
        having count(distinct k.client_code) = 1
      ) k
      where c.settled < c.amount and c.explanation = '' and c.tracking_number <> ''
      order by c.credit_id limit ${BATCH_SIZE} for update of c skip locked`.compile(db),
  )
  if (credits.length === 0) return 0
  const claims = await transaction.rows(
    sql<ClaimRow>`
      select claim_id, client_code, carrier, currency, tracking_number, claimed - paid as open from claims
      where tracking_number = any (${credits.map(({ tracking_number }) => tracking_number)}::text[])
        and state in ('sent', 'acknowledged', 'accepted', 'partly accepted') and paid < claimed
      order by client_code, claim_id for update`.compile(db),
  )
  const parts = claims.map((row): ClaimPart => ({
    dispute: String(row.claim_id),
    parcel: keyOf(row),
    category: 'credit',
    open: row.open,
    claimId: row.claim_id,
    client: row.client_code,
  }))
  // Whatever the carrier calls its credit for a claimed parcel, it pays the claim.
  const { settlements } = settleByCredits(
    parts,
    credits.map((row) => ({
      credit: String(row.credit_id),
      parcel: keyOf(row),
      category: 'credit',
      amount: row.left,
    })),
  )
  const numbers = new Map(credits.map(({ credit_id, invoice_number }) => [String(credit_id), invoice_number]))
  await writeSettlements(
    transaction,
    settlements.map(({ part, credit, amount }) => ({ ...part, credit, amount, invoice: numbers.get(credit) ?? '' })),
  )
  return settlements.length === 0 ? 0 : credits.length
}

type Written = { claimId: number; client: string; credit: string; amount: number; invoice: string }

async function writeSettlements(transaction: Transaction, settled: readonly Written[]): Promise<void> {
  if (settled.length === 0) return
  const column = <Value>(of: (one: Written) => Value) => settled.map(of)
  await transaction.write(
    sql`with settled as (
        select * from unnest(${column(({ client }) => client)}::text[], ${column(({ claimId }) => claimId)}::bigint[],
          ${column(({ credit }) => credit)}::bigint[], ${column(({ invoice }) => invoice)}::text[],
          ${column(({ amount }) => amount)}::bigint[]) as s (client_code, claim_id, credit_id, invoice_number, amount)
      ), added as (
        insert into claim_settlements (client_code, claim_id, credit_id, invoice_number, amount, at)
        select client_code, claim_id, credit_id, invoice_number, amount, now() from settled
      ), credits as (
        update invoice_credits c set settled = c.settled + s.amount, version = c.version + 1
        from (select credit_id, sum(amount)::bigint as amount from settled group by credit_id) s
        where c.credit_id = s.credit_id
      ), paid as (
        update claims c set paid = c.paid + s.amount, version = c.version + 1,
          state = case when c.paid + s.amount >= coalesce(c.accepted, c.claimed) then 'paid' else 'partly accepted' end,
          closed_at = case when c.paid + s.amount >= coalesce(c.accepted, c.claimed) then now() end
        from (select client_code, claim_id, sum(amount)::bigint as amount from settled group by client_code, claim_id) s
        where c.client_code = s.client_code and c.claim_id = s.claim_id
      )
      insert into claim_events (client_code, claim_id, at, by_name, what, text, amount)
      select client_code, claim_id, now(), '', 'credited', invoice_number, amount from settled order by claim_id, credit_id`.compile(
      db,
    ),
  )
}
