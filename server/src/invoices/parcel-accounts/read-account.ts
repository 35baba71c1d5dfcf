import type { AccountOfParcel } from '@despatch/contract/invoices/matching'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { disputeNumber } from '@despatch/domain/invoices/dispute'
import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import type { ParcelAccount } from '@despatch/domain/invoices/parcel-accounts/parcel-account'
import type { Reason } from '@despatch/domain/invoices/judging/reasons'
import { reasonSteps } from '@despatch/domain/invoices/reason-text'
import { visibleReasons } from '@despatch/domain/invoices/visible-reasons'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { rowId } from '../ids.ts'
import type { OrderKey } from '../matching/load-consignments.ts'
import { WHOLE } from '../scope.ts'
import { type ParcelKey, parcelName } from './accounts.ts'
import { chargesOf, type DisputeOfParcel, openAccounts, type DisputeSums, sumOf } from './open-accounts.ts'

/** Who reads the account. */
type Reader = { readonly isOperator: boolean; readonly sees: Visibility }

/** An account with each row's share of the parcel, in the account's currency. */
export type ReadAccount = {
  account: AccountOfParcel
  shareOf: (row: { invoiceId: number; no: number }) => string | null
}

/**
 * Reads the account of an outbound parcel in its client's currency: the amount due with its sources, billed amounts,
 * disputes and accruals. Agreements with carriers are the operator's: a client sees only the amount due that results.
 *
 * @returns undefined if the parcel's order is unknown
 */
export async function readAccount(
  transaction: Transaction,
  parcel: ParcelKey & OrderKey,
  reader: Reader,
): Promise<ReadAccount | undefined> {
  await seeClients(transaction, [WHOLE, parcel.client])
  const opened = (await openAccounts(transaction, [parcel])).get(parcelName(parcel))
  if (!opened) return undefined
  const { account, currency, consignment, billedProblem, rows, disputes } = opened
  const { reversedBy, accrued } = await accruedOf(transaction, parcel)
  const missing: Reason[] = billedProblem ? [{ kind: 'not judged', ...billedProblem }] : []
  const reasons = visibleReasons([...account.reasons, ...missing], reader)
  const steps = reasonSteps(reasons, { carrier: consignment.carrier, currency })
  const shares = new Map(rows.map((row) => [rowId(row.invoiceId, row.no), sumOf(chargesOf(row, account.billings))]))
  return {
    account: {
      currency,
      steps,
      ...presentSums(account),
      ...presentDisputes(disputes, account, reader),
      ...(billedProblem && { balance: null }),
      // A reversal shows that the invoice is posted, which clients do not see.
      accrued: reader.isOperator || !reversedBy ? accrued : null,
      reversedBy: reader.isOperator ? reversedBy : null,
    },
    shareOf: ({ invoiceId, no }) => {
      const share = shares.get(rowId(invoiceId, no))
      return share === undefined ? null : costText(share)
    },
  }
}

function presentSums({ due, billed, problem }: ParcelAccount): Pick<AccountOfParcel, 'charges' | 'due' | 'billed'> {
  const categories = CHARGE_CATEGORIES.filter((one) => due.has(one) || billed.has(one))
  const dueText = (amount: number) => (problem ? null : costText(amount))
  return {
    charges: categories.map((category) => ({
      category,
      due: dueText(due.get(category) ?? 0),
      billed: costText(billed.get(category) ?? 0),
    })),
    due: dueText(sumOf(due.values())),
    billed: costText(sumOf(billed.values())),
  }
}

function presentDisputes(
  disputes: readonly DisputeOfParcel[],
  { due, billed, problem }: ParcelAccount,
  { isOperator }: Reader,
): Pick<AccountOfParcel, 'disputes' | 'balance' | keyof DisputeSums> {
  const settledText = ({ claimed, credited, givenUp }: DisputeSums) => ({
    claimed: costText(claimed),
    credited: costText(credited),
    givenUp: costText(givenUp),
  })
  const inAll = (part: keyof DisputeSums) => sumOf(disputes.map((dispute) => dispute[part]))
  const elsewhere = sumOf(disputes.map(({ creditedElsewhere }) => creditedElsewhere))
  const all = { claimed: inAll('claimed'), credited: inAll('credited'), givenUp: inAll('givenUp') }
  return {
    disputes: disputes.map(({ disputeId, state, ...settled }) => ({
      dispute: { disputeID: isOperator ? String(disputeId) : null, number: disputeNumber(disputeId), state },
      ...settledText(settled),
    })),
    ...settledText(all),
    balance: problem ? null : costText(sumOf(due.values()) - sumOf(billed.values()) + all.claimed + elsewhere),
  }
}

async function accruedOf(
  transaction: Transaction,
  { client, trackingNumber }: ParcelKey,
): Promise<Pick<AccountOfParcel, 'accrued' | 'reversedBy'>> {
  const row = await transaction.row(
    sql<{ amount: number | null; reversedBy: AccountOfParcel['reversedBy'] }>`
      select coalesce(r.amount, a.amount) as amount,
        case when r.invoice_id is not null then jsonb_build_object('summaryID', r.invoice_id::text, 'invoiceNumber', (
          select invoice_number from invoices i where i.invoice_id = r.invoice_id)) end as "reversedBy"
      from parcels p
      left join parcel_accruals a on a.client_code = p.client_code and a.tracking_number = p.tracking_number
      left join invoice_accruals r on r.client_code = p.client_code and r.tracking_number = p.tracking_number
        and r.despatched_on = london_day(p.despatched_at)
      where p.client_code = ${client} and p.tracking_number = ${trackingNumber}`.compile(db),
  )
  const amount = row?.amount ?? null
  return { accrued: amount === null ? null : costText(amount), reversedBy: row?.reversedBy ?? null }
}
