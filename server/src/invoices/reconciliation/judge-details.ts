import type { Day } from '@despatch/domain/calendar/day'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { type BilledUnit, coverOf, type Named } from '@despatch/domain/invoices/parcel-accounts/covers'
import type { Duplicate } from '@despatch/domain/invoices/reading/kept-proof'
import type {
  DespatchedConsignment,
  DetailFacts,
  RowFacts,
  RowMatch,
} from '@despatch/domain/invoices/reconciliation/facts'
import { judge } from '@despatch/domain/invoices/reconciliation/judge'
import { consignmentOf } from '@despatch/domain/invoices/reconciliation/unit'
import { inTurns } from '../../process/loop-budget.ts'
import { orderName } from '../matching/load-consignments.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type Found, type FoundDetail, orderOf } from '../matching/match-details.ts'
import type { AccountRow, Accounts, ParcelKey, Undecided } from '../parcel-accounts/accounts.ts'
import { billedByRows, duplicatesOf, isBilledFor } from '../parcel-accounts/billed-by-rows.ts'
import type { Place } from '../parcel-accounts/order-rows.ts'
import { type KeptDetail, keepDetail, numberOf } from './billed-rows.ts'

/** The invoice that is judged, and what all of its details have in common. */
export type JudgedInvoice = {
  invoiceId: number
  number: string
  filename: string
  carrier: string
  account: string
  currency: string
  day: Day
  bills: BilledUnit
  /** Since when it bills: rows that were decided before count before its own. */
  billedSince: Date
}

/**
 * A detail to judge: what it was found to bill, and the numbers that it and its rows have, or will have; that of what it bills
 * beside its parcel rows is the last.
 */
export type DetailToJudge = {
  detail: BilledDetail
  found: FoundDetail
  no: number
  rows: readonly number[]
  /** The rows, by their numbers, of which a person said what they bill. */
  byHand?: ReadonlySet<number>
}

/** The consignments of the orders that details bill, and the accounts of their parcels. */
export type Known = { consignments: ReadonlyMap<string, readonly DespatchedConsignment[]>; accounts: Accounts }

/** Whose accounts details are judged by: all parcels of their consignments, and the numbers of their rows. */
export const accountsOf = (
  details: readonly DetailToJudge[],
  consignments: Known['consignments'],
): { parcels: ParcelKey[]; numbers: string[] } => ({
  parcels: [...consignments.values()].flatMap((ofOrder) =>
    ofOrder.flatMap(({ client, parcels }) => parcels.map(({ trackingNumber }) => ({ client, trackingNumber }))),
  ),
  numbers: details.flatMap(({ detail }) => detail.parcels.map((parcel) => numberOf(parcel.trackingNumber))),
})

type JudgedDetails = { kept: KeptDetail[]; duplicates: Duplicate[] }

/**
 * Judges details of an invoice, some at a time and in order: what one bills is billed before for those behind it. Gives them as
 * they are kept, and the charges among them that were billed before. The accounts hold what {@link accountsOf} asks for, and
 * grow. Others go first between two details.
 */
export const judgeDetails = (
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  known: Known,
): Promise<JudgedDetails> => inTurns(judgeEach(rules, invoice, details, known))

function* judgeEach(
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  known: Known,
): Generator<undefined, JudgedDetails> {
  const duplicates: Duplicate[] = []
  const kept: KeptDetail[] = []
  const numbered = numberedParcels(details)
  for (const one of details) {
    yield
    const facts = new FactsOfDetail(rules, invoice, one, known, numbered)
    duplicates.push(...facts.duplicates())
    const judged = keepDetail(one, facts.facts, judge(one.detail, facts.facts, rules.rules))
    for (const row of accountRowsOf(invoice, judged)) known.accounts.addJudged(row)
    kept.push(judged)
  }
  return { kept, duplicates }
}

const parcelName = ({ client, trackingNumber }: ParcelKey) => `${client} ${trackingNumber}`

/** The parcels that rows name by their own numbers: no other number means them. */
function numberedParcels(details: readonly DetailToJudge[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { detail, found } of details)
    for (const [index, { trackingNumber }] of detail.parcels.entries()) {
      const one = found.parcels[index]
      if (one?.kind === 'parcel' && one.parcel.trackingNumber === numberOf(trackingNumber))
        names.add(parcelName(one.parcel))
    }
  return names
}

/** What is known of a detail before it is judged. */
class FactsOfDetail {
  readonly #rules: Rules
  readonly #invoice: JudgedInvoice
  readonly #one: DetailToJudge
  readonly #known: Known
  /** The parcels that rows of the same piece name by their own numbers. */
  readonly #numbered: ReadonlySet<string>
  /** The parcels that rows of the detail cover. */
  readonly #taken = new Set<string>()
  readonly #place: Undecided<Place>
  readonly facts: DetailFacts

  constructor(rules: Rules, invoice: JudgedInvoice, one: DetailToJudge, known: Known, numbered: ReadonlySet<string>) {
    this.#rules = rules
    this.#invoice = invoice
    this.#one = one
    this.#known = known
    this.#numbered = numbered
    const { invoiceId, number: invoiceNumber, day: invoiceDay, carrier, account, currency, billedSince } = invoice
    this.#place = { invoiceId, invoiceNumber, invoiceDay, billedSince, no: one.rows[0] ?? 0 }
    const { detail } = one
    const matches = detail.parcels.map((_, index) => this.#coverRow(index))
    const own = ownMatchOf(matches) ?? this.#coverOwn()
    this.facts = {
      carrier,
      account,
      currency,
      rateOf: (from) => rules.rateBetween(from, currency, invoice.day),
      parcels: matches.map((match, index) => this.#factsOfRow(match, index)),
      own: this.#factsOfRow(own, detail.parcels.length),
    }
  }

  /** The charges of the detail that were billed before of the same parcels or numbers. */
  duplicates(): Duplicate[] {
    const { detail } = this.#one
    if (detail.leg !== 'outbound') return []
    // What a sales order bills beside its parcels is what it comes to beyond them.
    const own = this.#invoice.bills === 'sales orders' ? [] : [{ trackingNumber: '', charges: detail.charges }]
    return [...detail.parcels, ...own].flatMap((parcel, index) => {
      const match = (this.facts.parcels[index] ?? this.facts.own).match
      return duplicatesOf({ ...detail, ...parcel }, this.#rowsFor(match, index))
    })
  }

  /** The rows that bill what a row covers, in the order of the account. What a person said is held against all others. */
  #rowsFor(match: RowMatch, index: number): AccountRow[] {
    const { accounts } = this.#known
    const { byHand, rows } = this.#one
    const { invoiceId } = this.#invoice
    const consignment = consignmentOf(match)
    if (!consignment) {
      const { trackingNumber = '' } = this.#one.detail.parcels[index] ?? {}
      const client = match.kind === 'order' ? match.client : ''
      return accounts.ofNumber(trackingNumber, { client, day: this.#day }, this.#place)
    }
    const before = accounts.before(consignment, this.#place)
    const no = rows[index] ?? 0
    if (!byHand?.has(no)) return before
    const others = accounts
      .ofConsignment(consignment)
      .filter((row) => row.verdict !== 'Already billed' && (row.invoiceId !== invoiceId || row.no < no))
    return [...new Set([...before, ...others])]
  }

  #factsOfRow(match: RowMatch, index: number): RowFacts {
    return { match, ...billedByRows(this.#rowsFor(match, index), match, this.#invoice, this.#rules) }
  }

  get #day(): Day {
    return this.#one.detail.shipmentDay ?? this.#invoice.day
  }

  #coverRow(index: number): RowMatch {
    const { detail, found } = this.#one
    const parcel = detail.parcels[index]
    const number = numberOf(parcel?.trackingNumber ?? '')
    const charges = parcel?.charges ?? []
    const isByHand = this.#isByHand(index)
    const named = this.#named(found.parcels[index] ?? found.own, number, isByHand)
    const row = {
      leg: detail.leg,
      net: charges.reduce((sum, charge) => (charge.category === 'tax' ? sum : sum + charge.net), 0),
      isNumbered: number !== '' && !isByHand,
      isForPieces: detail.parcels.length === 1 && detail.pieces > 1,
      bills: this.#invoice.bills,
    }
    const match = coverOf(row, named, {
      before: this.#coveredBy(number, named),
      isCovered: (consignment, at) => {
        const { client, parcels } = consignment
        const { trackingNumber = '' } = parcels[at] ?? {}
        const name = parcelName({ client, trackingNumber })
        return (
          this.#numbered.has(name) ||
          this.#taken.has(name) ||
          isBilledFor(this.#known.accounts.before(consignment, this.#place), trackingNumber, charges)
        )
      },
    })
    if (match.kind === 'parcel') {
      const { client, parcels } = match.consignment
      this.#taken.add(parcelName({ client, trackingNumber: parcels[match.index]?.trackingNumber ?? '' }))
    }
    return match
  }

  /** What a detail bills that has no rows, or whose rows bill parcels of several clients. */
  #coverOwn(): RowMatch {
    const { detail, found } = this.#one
    const named = this.#named(found.own, '', this.#isByHand(detail.parcels.length))
    const row = { leg: detail.leg, net: 0, isNumbered: false, isForPieces: true, bills: this.#invoice.bills }
    return coverOf(row, named, { before: [], isCovered: () => false })
  }

  #isByHand(index: number): boolean {
    return this.#one.byHand?.has(this.#one.rows[index] ?? 0) === true
  }

  #named(found: Found, number: string, isByHand: boolean): Named {
    if (found.kind === 'none') return found
    const [order] = orderOf(found)
    const ofOrder = (order && this.#known.consignments.get(orderName(order))) ?? []
    if (found.kind === 'parcel')
      for (const consignment of ofOrder) {
        const index = consignment.parcels.findIndex((one) => one.trackingNumber === found.parcel.trackingNumber)
        if (index < 0) continue
        // What left with another carrier is not this one's to bill, unless a person says so: it is due to that carrier still.
        if (!isByHand && consignment.carrier !== this.#invoice.carrier) break
        const isOwn = number === found.parcel.trackingNumber
        return { kind: 'parcel', by: isByHand ? 'hand' : isOwn ? 'number' : 'consignment', consignment, index }
      }
    const { client, orderNumber } = found.kind === 'parcel' ? found.parcel : found
    const consignments =
      found.kind === 'parcel' ? [] : ofOrder.filter(({ carrier }) => carrier === this.#invoice.carrier)
    return { kind: 'order', client, orderNumber, consignments }
  }

  /** The parcels that rows of a number that nobody knows were found to cover before. */
  #coveredBy(number: string, named: Named): string[] {
    if (number === '' || named.kind === 'none' || (named.kind === 'parcel' && named.by !== 'consignment')) return []
    const client = named.kind === 'parcel' ? named.consignment.client : named.client
    return this.#known.accounts
      .ofNumber(number, { client, day: this.#day }, this.#place)
      .flatMap(({ covers }) => covers)
  }
}

/** What a detail bills beside its rows is of their consignment, where they are one client's. */
function ownMatchOf(matches: readonly RowMatch[]): RowMatch | undefined {
  const first = matches.find((match) => consignmentOf(match))
  const client = first && consignmentOf(first)?.client
  return matches.every((match) => (consignmentOf(match)?.client ?? client) === client) ? first : undefined
}

/** The rows of a detail as those behind it meet them. */
const accountRowsOf = (
  { invoiceId, number, filename, day, currency, billedSince }: JudgedInvoice,
  { detail, rows }: KeptDetail,
): Undecided<AccountRow>[] =>
  rows.map((row) => ({
    invoiceId,
    no: row.no,
    invoiceNumber: number,
    invoiceDay: day,
    billedSince,
    currency,
    filename,
    line: row.line,
    leg: detail.leg,
    shipmentDay: detail.shipmentDay,
    client: row.client,
    covers: row.covers,
    number: row.trackingNumber,
    verdict: row.judged.verdict,
    charges: row.charges,
  }))
