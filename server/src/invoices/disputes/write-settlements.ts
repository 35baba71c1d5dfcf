import type { OpenPart, Settlement } from '@despatch/domain/invoices/judging/credits'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { notePostedInvoices } from '../postings/posting-changes.ts'
import { noteEvents, refreshDisputes } from './lock-disputes.ts'

/** An open claim of a parcel row and category, with its key. */
export type DisputedPart = OpenPart & { readonly disputeId: number; readonly client: string; readonly parcelNo: number }

/** Writes settlements into locked disputes: their parts, states and histories. `by` is the user; '' for an import. */
export async function writeSettlements(
  transaction: Transaction,
  settlements: readonly Settlement<DisputedPart>[],
  { by, at = new Date() }: { by: string; at?: Date },
): Promise<void> {
  if (settlements.length === 0) return
  const column = <Value>(of: (one: Settlement<DisputedPart>) => Value) => settlements.map(of)
  const written = await transaction.write(
    sql<{ dispute_id: number; invoice_number: string; amount: number; invoices: number[] }>`
      with settled as (
        select * from unnest(${column(({ part }) => part.disputeId)}::bigint[], ${column(({ part }) => part.client)}::text[],
          ${column(({ part }) => part.parcelNo)}::int[], ${column(({ part }) => part.category)}::text[],
          ${column(({ credit }) => credit)}::bigint[], ${column(({ amount }) => amount)}::bigint[],
          ${column(({ given }) => given)}::bigint[])
          as s (dispute_id, of_client, parcel_no, category, credit_id, amount, given)
      ), added as (
        insert into invoice_settlements (dispute_id, of_client, parcel_no, category, credit_id, amount, given, at, by_name)
        select dispute_id, of_client, parcel_no, category, credit_id, amount, given, ${at}, ${by} from settled
      ), parts as (
        update invoice_dispute_parts x set credited = x.credited + s.amount
        from (select dispute_id, of_client, parcel_no, category, sum(amount)::bigint as amount from settled
          group by dispute_id, of_client, parcel_no, category) s
        where x.client_code = s.of_client and x.dispute_id = s.dispute_id and x.parcel_no = s.parcel_no
          and x.category = s.category
      ), credits as (
        update invoice_credits c set settled = c.settled + s.given, version = c.version + 1
        from (select credit_id, sum(given)::bigint as given from settled group by credit_id) s
        where c.credit_id = s.credit_id
      )
      select s.dispute_id, c.invoice_number, sum(s.amount)::bigint as amount, jsonb_agg(distinct c.invoice_id) as invoices
      from settled s join invoice_credits c using (credit_id)
      group by s.dispute_id, c.invoice_number order by s.dispute_id, c.invoice_number`.compile(db),
  )
  await noteEvents(
    transaction,
    { at, by },
    written.map(({ dispute_id, invoice_number, amount }) => ({
      disputeId: dispute_id,
      what: 'credited',
      text: invoice_number,
      amount,
    })),
  )
  await refreshDisputes(transaction, [...new Set(written.map(({ dispute_id }) => dispute_id))])
  const invoices = [...new Set(written.flatMap(({ invoices: ids }) => ids))]
  await notePostedInvoices(transaction, invoices, at)
}
