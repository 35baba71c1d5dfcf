import type { AccountOfParcel } from '@despatch/contract/invoices/matching'
import type { Visibility } from '@despatch/domain/administration/clients/visibility'
import { disputeNumber, type DisputeState } from '@despatch/domain/invoices/dispute'
import { CHARGE_CATEGORIES } from '@despatch/domain/invoices/invoice'
import { type ParcelAccount, parcelAccountOf } from '@despatch/domain/invoices/parcel-accounts/parcel-account'
import { convert, timesOver } from '@despatch/domain/invoices/reconciliation/amounts'
import type { EarlierCharge } from '@despatch/domain/invoices/reconciliation/facts'
import type { Reason } from '@despatch/domain/invoices/reconciliation/reasons'
import { reasonSteps } from '@despatch/domain/invoices/reason-text'
import { seenReasons } from '@despatch/domain/invoices/seen-reasons'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { rowId } from '../ids.ts'
import { loadConsignments, type OrderKey } from '../matching/load-consignments.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { WHOLE } from '../scope.ts'
import { type AccountRow, Accounts, type ParcelKey, rowKeyOf } from './accounts.ts'
import { billedByRows } from './billed-by-rows.ts'

/** Who reads it. */
type Reader = { readonly isOperator: boolean; readonly sees: Visibility }

/** An account, and what each row that bills of it comes to for the parcel: an amount in its currency. */
export type ReadAccount = {
  account: AccountOfParcel
  shareOf: (row: { invoiceId: number; no: number }) => string | null
}

/**
 * The account of a parcel on its way out, in its client's currency: what is due and where that comes from, what was billed of it,
 * what its disputes came to, and what accrued. Undefined where the order of the parcel is not known. What is agreed with carriers
 * is the operator's: of that a client sees what is due by it, and no more.
 */
export async function readAccount(
  transaction: Transaction,
  parcel: ParcelKey & OrderKey,
  reader: Reader,
): Promise<ReadAccount | undefined> {
  await seeClients(transaction, [WHOLE, parcel.client])
  const { connection } = transaction
  const rules = await loadRules(connection, [parcel.client])
  const consignments = [...(await loadConsignments(connection, [parcel], rules)).values()].flat()
  const consignment = consignments.find(({ parcels }) =>
    parcels.some(({ trackingNumber }) => trackingNumber === parcel.trackingNumber),
  )
  const currency = rules.rules.books.currencyOf(parcel.client)
  if (!consignment || currency === undefined) return undefined
  const index = consignment.parcels.findIndex(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
  const accounts = new Accounts()
  const parcels = consignment.parcels.map(({ trackingNumber }) => ({ client: parcel.client, trackingNumber }))
  await accounts.load(connection, { parcels, numbers: [] })
  const rows = accounts.ofConsignment(consignment).filter(({ leg }) => leg !== 'return')
  const match = { kind: 'parcel', consignment, index } as const
  const { earlier, earlierProblem } = billedByRows(rows, match, { currency, day: consignment.day }, rules)
  // Without a rate it is not known what was billed in the client's currency: the rows stand beside the account.
  const known = earlierProblem ? [] : earlier
  const account = parcelAccountOf(match, known, rules.rules, {
    currency,
    rateOf: (from) => rules.rateBetween(from, currency, consignment.day),
  })
  const own = earlierProblem ? [] : rows.filter(({ covers }) => covers.includes(parcel.trackingNumber))
  const disputes = await disputesOf(transaction, own, { billings: account.billings, earlier: known, rules, currency })
  const { reversedBy, accrued } = await accruedOf(transaction, parcel)
  const missing: Reason[] = earlierProblem ? [{ kind: 'not judged', ...earlierProblem }] : []
  const reasons = seenReasons([...account.reasons, ...missing], reader)
  const steps = reasonSteps(reasons, { carrier: consignment.carrier, currency })
  const shares = new Map(own.map((row) => [rowId(row.invoiceId, row.no), sumOf(chargesOf(row, account.billings))]))
  return {
    account: {
      currency,
      steps,
      ...presentSums(account),
      ...presentDisputes(disputes, account, reader),
      ...(earlierProblem && { balance: null }),
      // That it is reversed says that it is posted, which clients are not shown.
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
): Pick<AccountOfParcel, 'disputes' | 'balance' | keyof Settled> {
  const settledText = ({ claimed, credited, givenUp }: Settled) => ({
    claimed: costText(claimed),
    credited: costText(credited),
    givenUp: costText(givenUp),
  })
  const inAll = (part: keyof Settled) => sumOf(disputes.map((dispute) => dispute[part]))
  const all = { claimed: inAll('claimed'), credited: inAll('credited'), givenUp: inAll('givenUp') }
  return {
    disputes: disputes.map(({ disputeId, state, ...settled }) => ({
      dispute: { disputeID: isOperator ? String(disputeId) : null, number: disputeNumber(disputeId), state },
      ...settledText(settled),
    })),
    ...settledText(all),
    balance: problem ? null : costText(sumOf(due.values()) - sumOf(billed.values()) + all.claimed),
  }
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0)

/** What charges of a row come to. */
const chargesOf = (row: AccountRow, charges: readonly EarlierCharge[]) =>
  charges.filter((one) => one.row === rowKeyOf(row)).map(({ net }) => net)

/** What is still claimed, what was credited, and what was refused or written off. */
type Settled = { claimed: number; credited: number; givenUp: number }
type DisputeOfParcel = Settled & { disputeId: number; state: DisputeState }

/** What of disputes of rows is the parcel's, by its share of what the row billed. */
async function disputesOf(
  transaction: Transaction,
  rows: readonly AccountRow[],
  given: {
    billings: readonly EarlierCharge[]
    earlier: readonly EarlierCharge[]
    rules: Rules
    currency: string
  },
): Promise<DisputeOfParcel[]> {
  const parts = await transaction.rows(
    sql<{
      invoiceId: number
      no: number
      disputeId: number
      state: DisputeState
      claimed: number
      credited: number
    }>`
      select x.invoice_id as "invoiceId", x.parcel_no as no, s.dispute_id as "disputeId", s.state,
        sum(x.claimed)::bigint as claimed, sum(x.credited)::bigint as credited
      from unnest(${rows.map(({ invoiceId }) => invoiceId)}::bigint[], ${rows.map(({ no }) => no)}::int[]) as n (invoice_id, no)
      join invoice_dispute_parts x on x.invoice_id = n.invoice_id and x.parcel_no = n.no
      join invoice_disputes s using (dispute_id)
      group by 1, 2, 3, 4 order by 3`.compile(db),
  )
  const penny = minorUnitOf(given.currency)
  const ofDisputes = new Map<number, DisputeOfParcel>()
  for (const { disputeId, state, ...part } of parts) {
    const row = rows.find(({ invoiceId, no }) => invoiceId === part.invoiceId && no === part.no)
    if (!row) continue
    const [own, whole] = [given.billings, given.earlier].map((all) => sumOf(chargesOf(row, all)))
    const rate = given.rules.rateBetween(row.currency, given.currency, row.invoiceDay)
    const shareOf = (amount: number) =>
      convert(whole && own !== undefined && whole !== own ? timesOver(amount, own, whole) : amount, rate, penny)
    const one = ofDisputes.get(disputeId) ?? { disputeId, state, claimed: 0, credited: 0, givenUp: 0 }
    one.credited += shareOf(part.credited)
    one[isGivenUp(state) ? 'givenUp' : 'claimed'] += shareOf(part.claimed - part.credited)
    ofDisputes.set(disputeId, one)
  }
  return [...ofDisputes.values()]
}

const isGivenUp = (state: DisputeState) => state === 'refused' || state === 'written off'

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
