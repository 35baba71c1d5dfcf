import type { Day } from '@despatch/domain/calendar/day'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { type BilledUnit, coverOf, type Named } from '@despatch/domain/invoices/parcel-accounts/covers'
import type { Duplicate } from '@despatch/domain/invoices/reading/stored-proof'
import type { DespatchedConsignment, DetailFacts, RowFacts, RowMatch } from '@despatch/domain/invoices/judging/facts'
import { consignmentOf } from '@despatch/domain/invoices/judging/unit'
import { orderName } from '../matching/load-consignments.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type ParcelMatch, type DetailMatches, orderOf } from '../matching/match-details.ts'
import { type AccountRow, type Accounts, parcelName, type Undecided } from '../parcel-accounts/accounts.ts'
import { billedByRows, duplicatesOf, isBilledFor } from '../parcel-accounts/billed-by-rows.ts'
import type { Place } from '../parcel-accounts/order-rows.ts'
import { numberOf } from './billed-rows.ts'
import type { DecidedRow } from './decided-rows.ts'

/** The judged invoice, with what all of its details have in common. */
export type JudgedInvoice = {
  invoiceId: number
  number: string
  filename: string
  carrier: string
  account: string
  currency: string
  day: Day
  bills: BilledUnit
  /** Since when it bills: rows decided before that come before its own. */
  billedSince: Date
}

/**
 * A detail to judge, with its match and the numbers of the detail and its rows; the last is that of charges beside
 * its parcel rows.
 */
export type DetailToJudge = {
  detail: BilledDetail
  found: DetailMatches
  no: number
  rows: readonly number[]
  /** The numbers of rows that a person matched. */
  byHand?: ReadonlySet<number>
  /** Decided rows as stored, of this and perhaps other details. */
  decided?: ReadonlyMap<number, DecidedRow>
}

/** The consignments of the orders that details bill, and the accounts of their parcels. */
export type JudgingData = { consignments: ReadonlyMap<string, readonly DespatchedConsignment[]>; accounts: Accounts }

/** Collects the facts by which a detail is judged. */
export class FactsOfDetail {
  readonly #rules: Rules
  readonly #invoice: JudgedInvoice
  readonly #one: DetailToJudge
  readonly #known: JudgingData
  /** The parcels that rows of the same batch name by their own numbers. */
  readonly #numbered: ReadonlySet<string>
  /** The parcels that rows of the detail cover. */
  readonly #taken = new Set<string>()
  /** The numbers of its rows. */
  readonly #numbers: ReadonlySet<number>
  /**
   * Cached rows before each of its rows, by consignment: where rows are matched by references, each row checks all
   * parcels.
   */
  readonly #befores = new Map<DespatchedConsignment, AccountRow[][]>()
  readonly facts: DetailFacts

  constructor(
    rules: Rules,
    invoice: JudgedInvoice,
    one: DetailToJudge,
    data: JudgingData,
    numbered: ReadonlySet<string>,
  ) {
    this.#rules = rules
    this.#invoice = invoice
    this.#one = one
    this.#known = data
    this.#numbered = numbered
    this.#numbers = new Set(one.rows)
    const { carrier, account, currency } = invoice
    const { detail, decided } = one
    for (const no of one.rows) {
      const { client = '', covers = [] } = decided?.get(no) ?? {}
      for (const trackingNumber of covers) this.#taken.add(parcelName({ client, trackingNumber }))
    }
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

  /** The detail's charges that were billed before for the same parcels or numbers. */
  duplicates(): Duplicate[] {
    const { detail } = this.#one
    if (detail.leg !== 'outbound') return []
    // The charges beside a sales order's parcels are only the difference.
    const own = this.#invoice.bills === 'sales orders' ? [] : [{ trackingNumber: '', charges: detail.charges }]
    return [...detail.parcels, ...own].flatMap((parcel, index) => {
      const match = (this.facts.parcels[index] ?? this.facts.own).match
      return duplicatesOf({ ...detail, ...parcel }, this.#rowsFor(match, index))
    })
  }

  /** The rows that bill the same as a row, in the order of the account. A match by hand is compared with all others. */
  #rowsFor(match: RowMatch, index: number): AccountRow[] {
    const { byHand, rows } = this.#one
    const { invoiceId } = this.#invoice
    const consignment = consignmentOf(match)
    if (!consignment) {
      const { trackingNumber = '' } = this.#one.detail.parcels[index] ?? {}
      const client = match.kind === 'order' ? match.client : ''
      return this.#ofNumber(trackingNumber, client, index)
    }
    const no = rows[index] ?? 0
    const before = [...this.#before(consignment, index), ...this.#besideOf(match, no)]
    if (!byHand?.has(no)) return before
    const others = this.#known.accounts
      .ofConsignment(consignment)
      .filter(
        (row) =>
          row.verdict !== 'Already billed' &&
          (row.invoiceId !== invoiceId || row.no < no || row.firstDecidedAt !== null),
      )
    return [...new Set([...before, ...others])]
  }

  /** The decided rows of this detail that cover the same parcel as another of its rows. */
  #besideOf(match: RowMatch, no: number): AccountRow[] {
    const { decided } = this.#one
    if (!decided || match.kind !== 'parcel') return []
    const { trackingNumber = '' } = match.consignment.parcels[match.index] ?? {}
    return this.#known.accounts
      .ofConsignment(match.consignment)
      .filter(
        (row) => !this.#isOther(row) && row.no !== no && decided.has(row.no) && row.covers.includes(trackingNumber),
      )
  }

  #factsOfRow(match: RowMatch, index: number): RowFacts {
    const decided = this.#one.decided?.get(this.#one.rows[index] ?? 0)
    return {
      match,
      decided: decided?.judged,
      ...billedByRows(this.#rowsFor(match, index), match, this.#invoice, this.#rules),
    }
  }

  /** The rows of other details that come before a row: rows of one detail come together. */
  #before(consignment: DespatchedConsignment, index: number): AccountRow[] {
    const data = this.#befores.get(consignment) ?? []
    this.#befores.set(consignment, data)
    return (data[index] ??= this.#known.accounts
      .before(consignment, this.#placeOf(index))
      .filter((row) => this.#isOther(row)))
  }

  #ofNumber(number: string, client: string, index: number): AccountRow[] {
    return this.#known.accounts
      .ofNumber(number, { client, day: this.#day }, this.#placeOf(index))
      .filter((row) => this.#isOther(row))
  }

  #isOther({ invoiceId, no }: AccountRow): boolean {
    return invoiceId !== this.#invoice.invoiceId || !this.#numbers.has(no)
  }

  #placeOf(index: number): Undecided<Place> {
    const { invoiceId, number: invoiceNumber, day: invoiceDay, billedSince } = this.#invoice
    return { invoiceId, invoiceNumber, invoiceDay, billedSince, no: this.#one.rows[index] ?? 0 }
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
      before: this.#coveredBy(number, named, index),
      isCovered: (consignment, at) => {
        const { client, parcels } = consignment
        const { trackingNumber = '' } = parcels[at] ?? {}
        const name = parcelName({ client, trackingNumber })
        return (
          this.#numbered.has(name) ||
          this.#taken.has(name) ||
          isBilledFor(this.#before(consignment, index), trackingNumber, charges)
        )
      },
    })
    if (match.kind === 'parcel') {
      const { client, parcels } = match.consignment
      this.#taken.add(parcelName({ client, trackingNumber: parcels[match.index]?.trackingNumber ?? '' }))
    }
    return match
  }

  /** The match of a detail without rows, or with rows for parcels of several clients. */
  #coverOwn(): RowMatch {
    const { detail, found } = this.#one
    const named = this.#named(found.own, '', this.#isByHand(detail.parcels.length))
    const row = { leg: detail.leg, net: 0, isNumbered: false, isForPieces: true, bills: this.#invoice.bills }
    return coverOf(row, named, { before: [], isCovered: () => false })
  }

  /** A decided row counts as matched by a person. */
  #isByHand(index: number): boolean {
    const no = this.#one.rows[index] ?? 0
    return this.#one.byHand?.has(no) === true || this.#one.decided?.has(no) === true
  }

  #named(found: ParcelMatch, number: string, isByHand: boolean): Named {
    if (found.kind === 'none') return found
    const [order] = orderOf(found)
    const ofOrder = (order && this.#known.consignments.get(orderName(order))) ?? []
    if (found.kind === 'parcel')
      for (const consignment of ofOrder) {
        const index = consignment.parcels.findIndex((one) => one.trackingNumber === found.parcel.trackingNumber)
        if (index < 0) continue
        // A parcel despatched with another carrier is still due to that carrier, so this one cannot bill it unless a
        // person matches it.
        if (!isByHand && consignment.carrier !== this.#invoice.carrier) break
        const isOwn = number === found.parcel.trackingNumber
        return { kind: 'parcel', by: isByHand ? 'hand' : isOwn ? 'number' : 'consignment', consignment, index }
      }
    const { client, orderNumber } = found.kind === 'parcel' ? found.parcel : found
    const consignments =
      found.kind === 'parcel' ? [] : ofOrder.filter(({ carrier }) => carrier === this.#invoice.carrier)
    return { kind: 'order', client, orderNumber, consignments }
  }

  /** The parcels that rows with the same unknown number were found to cover before. */
  #coveredBy(number: string, named: Named, index: number): string[] {
    if (number === '' || named.kind === 'none' || (named.kind === 'parcel' && named.by !== 'consignment')) return []
    const client = named.kind === 'parcel' ? named.consignment.client : named.client
    return this.#ofNumber(number, client, index).flatMap(({ covers }) => covers)
  }
}

/** Charges beside the rows belong to their consignment, if they are all of one client. */
function ownMatchOf(matches: readonly RowMatch[]): RowMatch | undefined {
  const first = matches.find((match) => consignmentOf(match))
  const client = first && consignmentOf(first)?.client
  return matches.every((match) => (consignmentOf(match)?.client ?? client) === client) ? first : undefined
}
