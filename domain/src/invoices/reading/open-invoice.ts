import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, BilledInvoice, StatedSum } from '../invoice.ts'
import { ProofTally } from './proof.ts'
import type { InvoiceHead, ReadEvent } from './read-event.ts'
import { Remarks } from './remarks.ts'

/** The limit of charges held for a whole invoice, which usually has a few. */
const MAX_CHARGES = 10_000

/** An invoice while its file is read: it holds sums, never rows. */
export class OpenInvoice {
  readonly tally = new ProofTally()
  readonly remarks = new Remarks()
  readonly index: number
  isCredit: boolean
  /** The sums above its rows are negative, so that it bills a credit, whatever its rows say. */
  isNegative = false
  readonly #number: string
  readonly #account: string
  #day: Day | null
  #dueDay: Day | null
  #currency: string
  #firstShipment: Day | null = null
  #lastShipment: Day | null = null
  readonly #charges: BilledCharge[] = []
  /** Rows that repeat a column, needed if the column turns out to be empty. */
  readonly #repeats = new Map<string, BilledCharge>()

  constructor(index: number, head: InvoiceHead, isCredit: boolean) {
    this.index = index
    this.isCredit = isCredit
    this.#number = head.number
    this.#account = head.account
    this.#day = head.day
    this.#dueDay = head.dueDay
    this.#currency = head.currency
  }

  /** Records a sum above the rows. */
  stateAbove(what: StatedSum['what'], amount: Cost, line: number): void {
    this.tally.state(what, amount, line)
    if (what !== 'tax' && amount < 0) this.isNegative = true
  }

  get currency(): string {
    return this.#currency
  }

  /** Records what a further row says about the whole invoice. */
  meet(head: InvoiceHead, line: number): void {
    if (head.day !== null && this.#day !== null && head.day !== this.#day)
      this.remarks.add(line, null, 'The rows of this invoice have different invoice dates. The first is used')
    this.#day ??= head.day
    this.#dueDay ??= head.dueDay
    this.#currency ||= head.currency
  }

  /** '2026-06-01 to 2026-06-07': identifies an invoice without a number or a date. */
  #days(): string {
    const [first, last] = [this.#firstShipment, this.#lastShipment]
    return first === last ? (first ?? '') : `${first} to ${last}`
  }

  seeShipment(day: Day | null): void {
    if (day === null) return
    if (this.#firstShipment === null || day < this.#firstShipment) this.#firstShipment = day
    if (this.#lastShipment === null || day > this.#lastShipment) this.#lastShipment = day
  }

  /** Adds charges of the whole invoice; `isTaxed` says whether their own row states tax. */
  addCharges(charges: readonly BilledCharge[], isTaxed = false): void {
    for (const charge of charges) {
      this.tally.net += charge.net
      if (!isTaxed) this.tally.untaxed += charge.net
      const last = this.#charges.at(-1)
      if (last && this.#charges.length >= MAX_CHARGES) this.#charges[this.#charges.length - 1] = merged(last, charge)
      else this.#charges.push(charge)
    }
  }

  addTax(tax: Cost): void {
    this.tally.addTax(tax)
  }

  addRepeat(charge: BilledCharge, code: string): void {
    this.tally.addRepeat(code, charge.net, charge.line)
    const known = this.#repeats.get(code)
    this.#repeats.set(code, known ? { ...known, net: known.net + charge.net } : charge)
  }

  /** Everything about the invoice, after the last row of its file. */
  read(): Extract<ReadEvent, { kind: 'invoice-read' }> {
    for (const { code, ofColumn } of this.tally.repeats()) {
      const charge = this.#repeats.get(code)
      if (ofColumn !== 0 || !charge) continue
      // No parcel has it, so only this row bills it.
      this.tally.dropRepeat(code)
      this.addCharges([charge])
    }
    if (this.#day === null && this.#lastShipment !== null)
      this.remarks.add(0, null, 'The file has no invoice date. The last despatch date is used')
    const proof = this.tally.proof()
    const billed: BilledInvoice = {
      number: this.#number || this.#days(),
      account: this.#account,
      day: this.#day ?? this.#lastShipment,
      dueDay: this.#dueDay,
      currency: this.#currency,
      stated: this.tally.stated(),
      charges: this.#charges,
      tax: proof.tax ?? 0,
    }
    return { kind: 'invoice-read', invoice: this.index, billed, proof, remarks: this.remarks.all() }
  }
}

const merged = (one: BilledCharge, other: BilledCharge): BilledCharge => ({ ...one, net: one.net + other.net })
