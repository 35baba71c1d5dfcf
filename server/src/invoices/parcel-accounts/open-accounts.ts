import { type DisputeState, isGivenUp } from '@despatch/domain/invoices/dispute'
import { type ParcelAccount, parcelAccountOf } from '@despatch/domain/invoices/parcel-accounts/parcel-account'
import { convert, multiplyDivide } from '@despatch/domain/routing/terms/amounts'
import type { DespatchedConsignment, EarlierCharge } from '@despatch/domain/invoices/judging/facts'
import type { Problem } from '@despatch/domain/invoices/judging/reasons'
import { minorUnitOf } from '@despatch/domain/money/minor-units'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { loadConsignments, type OrderKey, orderName } from '../matching/load-consignments.ts'
import { loadRules, type Rules } from '../matching/load-rules.ts'
import { type AccountRow, Accounts, type ParcelKey, parcelName, rowKeyOf } from './accounts.ts'
import { billedByRows } from './billed-by-rows.ts'

/** The part of a dispute that is still claimed, that was credited, and that was refused or written off. */
export type DisputeSums = { claimed: number; credited: number; givenUp: number }
/** A parcel's share of a dispute. */
export type DisputeOfParcel = DisputeSums & {
  /**
   * The part credited by rows that do not cover the parcel, such as a lump sum; it does not reduce the amount billed.
   */
  creditedElsewhere: number
  readonly disputeId: number
  readonly state: DisputeState
  /** Whether the dispute is about the base or its fuel. */
  readonly isOfCarriage: boolean
}

/** The account of an outbound parcel: amounts in ten-thousandths of its client's currency. */
export type OpenAccount = {
  readonly consignment: DespatchedConsignment
  readonly currency: string
  readonly account: ParcelAccount
  /** Names a missing exchange rate, without which nothing counts as billed. */
  readonly billedProblem: Problem | null
  /** The rows that bill the parcel. */
  readonly rows: readonly AccountRow[]
  readonly disputes: readonly DisputeOfParcel[]
  readonly rules: Rules
}

/**
 * Opens the accounts of parcels by {@link parcelName}; parcels of unknown orders have none. The transaction must see
 * their clients.
 */
export async function openAccounts(
  transaction: Transaction,
  parcels: readonly (ParcelKey & OrderKey)[],
): Promise<Map<string, OpenAccount>> {
  const { connection } = transaction
  const rules = await loadRules(connection, [...new Set(parcels.map(({ client }) => client))])
  const byOrder = await loadConsignments(connection, parcels, rules)
  const found = parcels.flatMap((parcel) => placeOf(parcel, byOrder.get(orderName(parcel)) ?? []))
  const accounts = new Accounts()
  const together = found.flatMap(({ consignment: { client, parcels: all } }) =>
    all.map(({ trackingNumber }) => ({ client, trackingNumber })),
  )
  await accounts.load(connection, { parcels: together, numbers: [] })
  const opened = found.flatMap((place) => openAccount(place, accounts, rules))
  const disputes = await readDisputes(transaction, [...new Set(opened.flatMap(({ rows }) => rows))])
  return new Map(
    opened.map(({ name, ofConsignment, ...one }) => [
      name,
      { ...one, disputes: disputesOf(one, ofConsignment, disputes) },
    ]),
  )
}

/** A parcel's place in its consignment. */
type PlaceInConsignment = { name: string; consignment: DespatchedConsignment; index: number }

function placeOf(parcel: ParcelKey, consignments: readonly DespatchedConsignment[]): PlaceInConsignment[] {
  for (const consignment of consignments) {
    const index = consignment.parcels.findIndex(({ trackingNumber }) => trackingNumber === parcel.trackingNumber)
    if (index >= 0) return [{ name: parcelName(parcel), consignment, index }]
  }
  return []
}

type Opened = Omit<OpenAccount, 'disputes'> & {
  readonly name: string
  readonly ofConsignment: readonly EarlierCharge[]
}

function openAccount({ name, consignment, index }: PlaceInConsignment, accounts: Accounts, rules: Rules): Opened[] {
  const { client, day } = consignment
  const currency = rules.rules.books.currencyOf(client)
  if (currency === undefined) return []
  const all = accounts.ofConsignment(consignment).filter(({ leg }) => leg !== 'return')
  const match = { kind: 'parcel', consignment, index } as const
  const { earlier, earlierProblem } = billedByRows(all, match, { currency, day }, rules)
  const ofConsignment = earlierProblem ? [] : earlier
  const account = parcelAccountOf(match, ofConsignment, rules.rules, {
    currency,
    rateOf: (from) => rules.rateBetween(from, currency, day),
  })
  const number = consignment.parcels[index]?.trackingNumber ?? ''
  const rows = earlierProblem ? [] : all.filter(({ covers }) => covers.includes(number))
  return [{ name, consignment, currency, account, billedProblem: earlierProblem ?? null, rows, rules, ofConsignment }]
}

export const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0)

/** Picks the charges of a row. */
export const chargesOf = (row: AccountRow, charges: readonly EarlierCharge[]) =>
  charges.filter((one) => one.row === rowKeyOf(row)).map(({ net }) => net)

type DisputeOfRow = {
  invoiceId: number
  no: number
  disputeId: number
  state: DisputeState
  isOfCarriage: boolean
  claimed: number
  credited: number
  /** The rows that credited it, and the amounts. */
  credits: readonly { invoiceId: number; no: number; amount: number }[]
}

/** Reads the disputes of rows, by row key. */
async function readDisputes(
  transaction: Transaction,
  rows: readonly AccountRow[],
): Promise<Map<string, DisputeOfRow[]>> {
  const found = await transaction.rows(
    sql<DisputeOfRow>`
      select x.invoice_id as "invoiceId", x.parcel_no as no, s.dispute_id as "disputeId", s.state,
        bool_or(x.category in ('base', 'fuel')) as "isOfCarriage",
        sum(x.claimed)::bigint as claimed, sum(x.credited)::bigint as credited,
        coalesce((
          select jsonb_agg(jsonb_build_object('invoiceId', c.invoice_id, 'no', c.parcel_no, 'amount', g.amount))
          from invoice_settlements g join invoice_credits c using (credit_id)
          where g.dispute_id = s.dispute_id and g.parcel_no = x.parcel_no
        ), '[]') as credits
      from unnest(${rows.map(({ invoiceId }) => invoiceId)}::bigint[], ${rows.map(({ no }) => no)}::int[]) as n (invoice_id, no)
      join invoice_dispute_parts x on x.invoice_id = n.invoice_id and x.parcel_no = n.no
      join invoice_disputes s using (dispute_id)
      group by x.invoice_id, x.parcel_no, s.dispute_id, s.state order by s.dispute_id`.compile(db),
  )
  return Map.groupBy(found, rowKeyOf)
}

const NOTHING_SETTLED = { claimed: 0, credited: 0, creditedElsewhere: 0, givenUp: 0 }

/** The parcel's share of the disputes of its rows, in proportion to what each row billed of it. */
function disputesOf(
  { rows, account, rules, currency }: Omit<OpenAccount, 'disputes'>,
  ofConsignment: readonly EarlierCharge[],
  disputes: ReadonlyMap<string, readonly DisputeOfRow[]>,
): DisputeOfParcel[] {
  const penny = minorUnitOf(currency)
  const own = new Set(rows.map(rowKeyOf))
  const ofDisputes = new Map<number, DisputeOfParcel>()
  for (const row of rows) {
    const [part = 0, whole = 0] = [account.billings, ofConsignment].map((all) => sumOf(chargesOf(row, all)))
    const rate = rules.rateBetween(row.currency, currency, row.invoiceDay)
    const shareOf = (amount: number) =>
      convert(whole && whole !== part ? multiplyDivide(amount, part, whole) : amount, rate, penny)
    for (const { disputeId, state, isOfCarriage, claimed, credited, credits } of disputes.get(rowKeyOf(row)) ?? []) {
      const one = ofDisputes.get(disputeId) ?? { disputeId, state, isOfCarriage, ...NOTHING_SETTLED }
      const elsewhere = credits.filter((credit) => !own.has(rowKeyOf(credit))).map(({ amount }) => amount)
      one.credited += shareOf(credited)
      one.creditedElsewhere += shareOf(sumOf(elsewhere))
      one[isGivenUp(state) ? 'givenUp' : 'claimed'] += shareOf(claimed - credited)
      ofDisputes.set(disputeId, { ...one, isOfCarriage: one.isOfCarriage || isOfCarriage })
    }
  }
  return [...ofDisputes.values()].toSorted((one, other) => one.disputeId - other.disputeId)
}
