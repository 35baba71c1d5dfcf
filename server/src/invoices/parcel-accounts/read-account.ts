import type { AccountOfParcel } from '@despatch/contract/invoices/matching'
import { CHARGE_CATEGORIES } from '@despatch/domain/invoices/invoice'
import { parcelAccountOf } from '@despatch/domain/invoices/parcel-accounts/parcel-account'
import { convert, timesOver } from '@despatch/domain/invoices/reconciliation/amounts'
import type { EarlierCharge } from '@despatch/domain/invoices/reconciliation/facts'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { seeClients } from '../../http/authentication/open-session.ts'
import { loadConsignments, type OrderKey } from '../matching/load-consignments.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { WHOLE } from '../scope.ts'
import { type AccountRow, Accounts, type ParcelKey } from './accounts.ts'
import { billedByRows } from './billed-by-rows.ts'

/**
 * The account of a parcel, in its client's currency: due and billed by category, what is claimed, credited and given up of it,
 * and what accrued. Undefined where the order of the parcel is not known. What is agreed with carriers is the operator's: the
 * client sees what is due by it, and no more.
 */
export async function readAccount(
  transaction: Transaction,
  parcel: ParcelKey & OrderKey,
): Promise<AccountOfParcel | undefined> {
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
  const { earlier } = billedByRows(rows, match, { currency, day: consignment.day }, rules)
  const account = parcelAccountOf(match, earlier, rules.rules, (one) => ({
    currency,
    rate: rules.rateBetween(one.currency, currency, consignment.day),
  }))
  const own = rows.filter(({ covers }) => covers.includes(parcel.trackingNumber))
  const settled = await settledOf(transaction, own, { billings: account.billings, earlier, rules, currency })
  const accrued = await accruedOf(transaction, parcel)
  const categories = CHARGE_CATEGORIES.filter((one) => account.due.has(one) || account.billed.has(one))
  const [due, billed] = [sumOf(account.due.values()), sumOf(account.billed.values())]
  return {
    currency,
    charges: categories.map((category) => ({
      category,
      due: account.problem ? null : costText(account.due.get(category) ?? 0),
      billed: costText(account.billed.get(category) ?? 0),
    })),
    due: account.problem ? null : costText(due),
    billed: costText(billed),
    claimed: costText(settled.claimed),
    credited: costText(settled.credited),
    givenUp: costText(settled.givenUp),
    accrued: typeof accrued?.amount === 'number' ? costText(accrued.amount) : null,
    reversedBy: accrued?.invoice ?? null,
    balance: account.problem ? null : costText(due - billed + settled.claimed),
  }
}

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0)

type Settled = { claimed: number; credited: number; givenUp: number }

/** What of disputes of rows is the parcel's, by its share of what the row billed. */
async function settledOf(
  transaction: Transaction,
  rows: readonly AccountRow[],
  given: {
    billings: readonly EarlierCharge[]
    earlier: readonly EarlierCharge[]
    rules: Rules
    currency: string
  },
): Promise<Settled> {
  const parts = await transaction.rows(
    sql<{ invoiceId: number; no: number; isClosed: boolean; claimed: number; credited: number }>`
      select x.invoice_id as "invoiceId", x.parcel_no as no, d.state in ('refused', 'written off') as "isClosed",
        sum(x.claimed)::bigint as claimed, sum(x.credited)::bigint as credited
      from unnest(${rows.map(({ invoiceId }) => invoiceId)}::bigint[], ${rows.map(({ no }) => no)}::int[]) as n (invoice_id, no)
      join invoice_dispute_parts x on x.invoice_id = n.invoice_id and x.parcel_no = n.no
      join invoice_disputes d using (dispute_id)
      group by 1, 2, 3`.compile(db),
  )
  const total: Settled = { claimed: 0, credited: 0, givenUp: 0 }
  for (const part of parts) {
    const row = rows.find(({ invoiceId, no }) => invoiceId === part.invoiceId && no === part.no)
    if (!row) continue
    const isOf = (one: EarlierCharge) => one.invoiceNumber === row.invoiceNumber && one.line === row.line
    const [own, whole] = [given.billings, given.earlier].map((all) => sumOf(all.filter(isOf).map(({ net }) => net)))
    const rate = given.rules.rateBetween(row.currency, given.currency, row.invoiceDay)
    const shareOf = (amount: number) =>
      convert(whole && own !== undefined && whole !== own ? timesOver(amount, own, whole) : amount, rate)
    total.credited += shareOf(part.credited)
    if (part.isClosed) total.givenUp += shareOf(part.claimed - part.credited)
    else total.claimed += shareOf(part.claimed - part.credited)
  }
  return total
}

type Accrued = { amount: number | null; invoice: { summaryID: string; invoiceNumber: string } | null }

async function accruedOf(
  transaction: Transaction,
  { client, trackingNumber }: ParcelKey,
): Promise<Accrued | undefined> {
  return transaction.row(
    sql<Accrued>`
      select coalesce(r.amount, a.amount) as amount,
        case when r.invoice_id is not null then jsonb_build_object('summaryID', r.invoice_id::text, 'invoiceNumber', (
          select invoice_number from invoices i where i.invoice_id = r.invoice_id)) end as invoice
      from parcels p
      left join parcel_accruals a on a.client_code = p.client_code and a.tracking_number = p.tracking_number
      left join invoice_accruals r on r.client_code = p.client_code and r.tracking_number = p.tracking_number
        and r.despatched_on = london_day(p.despatched_at)
      where p.client_code = ${client} and p.tracking_number = ${trackingNumber}`.compile(db),
  )
}
