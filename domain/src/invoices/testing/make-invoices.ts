import { addDays, type Day, weekday } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledDetail, BilledInvoice, Cause, Verdict } from '../invoice.ts'
import { type Draft, honestDraft, Pen, type Style, sum, writeDetail } from './bill.ts'
import { type Carriage, type CarrierTerms, type Fault, FAULTS, pricesOf, toPenny, type Written } from './carriage.ts'
import { DAMAGE, rightAmount } from './faults.ts'
import { type Random, randomOf } from './random.ts'

/** An invoice as its carrier wrote it, with its details. */
export type TestInvoice = {
  readonly invoice: BilledInvoice
  readonly details: readonly BilledDetail[]
  /** Whether its stated sum differs from that of its lines. */
  readonly isSumOff: boolean
}

/** What one carrier bills, with deliberate faults. */
export type TestInvoices = { readonly invoices: readonly TestInvoice[]; readonly written: readonly Written[] }

export type MakingOptions = {
  readonly seed: number
  readonly account: string
  readonly currency: string
  readonly day: Day
  readonly terms: CarrierTerms
  /**
   * Details per invoice, or one invoice a week for carriages in order of their days; the percentage of details with a
   * fault.
   */
  readonly perInvoice: number | 'week'
  readonly faultPercent: number
  /** Orders without a despatched parcel. */
  readonly ordersThatStayed: readonly string[]
  /** How the carrier writes: all styles by default. */
  readonly styles?: readonly Style[]
  /** The percentage of invoices with a wrong stated sum: 15 by default. */
  readonly sumOffPercent?: number
  /** Whether every row names its service. */
  readonly namesService?: boolean
  /** Faults that its files cannot show. */
  readonly cannotShow?: readonly Fault[]
}

const STYLES: readonly Style[] = ['rows', 'rows', 'one row', 'whole']

/** Makes the invoices of one carrier. Carriages without a price are not billed. */
export function makeInvoices(carriages: readonly Carriage[], options: MakingOptions): TestInvoices {
  const maker = new Maker(options)
  for (const carriage of carriages) maker.bill(carriage)
  return maker.finish()
}

/** A later bill for something already billed: it corrects it, or goes too far. */
type Later = (maker: Maker) => void

class Maker {
  readonly #options: MakingOptions
  readonly #random: Random
  readonly #faults: readonly Fault[]
  readonly #written: Written[] = []
  readonly #invoices: TestInvoice[] = []
  #details: BilledDetail[] = []
  #later: Later[] = []
  #pen = new Pen()
  /** The Monday of the billed week; '' if weeks do not matter. */
  #week: Day | '' = ''

  constructor(options: MakingOptions) {
    this.#options = options
    this.#random = randomOf(options.seed)
    this.#faults = FAULTS.filter((fault) => !options.cannotShow?.includes(fault))
  }

  bill(carriage: Carriage) {
    const { terms, faultPercent } = this.#options
    const prices = pricesOf(
      carriage,
      carriage.parcels.map(({ grams }) => grams),
    )
    if (!prices) return
    const week = addDays(carriage.day, -weekday(carriage.day))
    if (this.#options.perInvoice === 'week' && week > this.#week) {
      if (this.#details.length > 0) this.#close()
      this.#week = week
    }
    const style = this.#random.oneOf(this.#options.styles ?? STYLES)
    const draft = honestDraft(carriage, prices, terms, style, this.#random)
    if (this.#options.namesService) draft.service = carriage.service
    const fault = this.#random.happens(faultPercent) ? this.#random.oneOf(this.#faults) : null
    const damage = fault ? DAMAGE[fault]?.(draft, terms, this.#random) : undefined
    const detail = writeDetail(draft, this.#pen)
    const amount = netOf(detail) - rightAmount(draft, terms)
    if (damage)
      this.#write(detail, fault, amount > 0 ? 'Overcharged' : 'Undercharged', damage.cause, amount, damage.row)
    else this.#write(detail, null, 'Matched', null, 0, null)
    if (fault && !damage) this.#faultBeside(fault, draft)
    const isCredited = fault === 'wrong price' && damage !== null && damage?.row !== null && amount > 0
    if (isCredited && this.#faults.includes('credit too large')) this.#creditLater(draft, amount, false)
    const { perInvoice } = this.#options
    if (perInvoice !== 'week' && this.#details.length >= perInvoice) this.#close()
  }

  /** Adds a faulty detail beside the correct one. */
  #faultBeside(fault: Fault, draft: Draft) {
    const again = () => writeDetail(draft, this.#pen)
    const whole = (by: BilledDetail, verdict: Verdict) =>
      this.#write(by, fault, verdict, 'number of parcels', netOf(by), null)
    if (fault === 'billed twice') whole(again(), 'Already billed')
    if (fault === 'on two invoices') this.#later.push(() => whole(again(), 'Already billed'))
    if (fault === 'unknown parcel') whole(withUnknownParcels(again(), this.#made('8'), ''), 'Not found')
    const stayed = this.#options.ordersThatStayed
    if (fault === 'never despatched' && stayed.length > 0)
      whole(withUnknownParcels(again(), this.#made('9'), this.#random.oneOf(stayed)), 'Not despatched')
    if (fault === 'adjusted without reason' && draft.style === 'rows') this.#adjustLater(draft)
    if (fault === 'credit too large' && draft.style === 'rows') this.#creditLater(draft, 0, true)
  }

  #adjustLater({ carriage }: Draft) {
    const base = this.#random.whole(50, 400) * 100
    this.#later.push(() => {
      const detail = this.#lone(carriage, [this.#pen.charge('base', base, 'ADJ', 'Correction')])
      this.#write(detail, 'adjusted without reason', 'Overcharged', 'price', base, 0)
    })
  }

  /** Adds a credit for what was billed too much, or for more than that. */
  #creditLater({ carriage, bases }: Draft, amount: Cost, isTooLarge: boolean) {
    const net = -toPenny(isTooLarge ? this.#random.whole(50, 90) * 100 : Math.min(amount, sum(bases)))
    this.#later.push(() => {
      const parcel = this.#wrongParcel(carriage)
      const detail = this.#lone(carriage, [this.#pen.charge('credit', net, 'CRD', 'Credit')], parcel)
      if (isTooLarge) this.#write(detail, 'credit too large', 'Undercharged', 'charges', net, 0)
      else this.#write(detail, null, 'Matched', null, 0, null)
    })
  }

  #wrongParcel(carriage: Carriage): number {
    const numbers = carriage.parcels.map(({ trackingNumber }) => trackingNumber)
    const written = this.#written.findLast(
      ({ detail, fault }) => fault === 'wrong price' && numbers.includes(detail.parcels[0]?.trackingNumber ?? ''),
    )
    return Math.max(0, numbers.indexOf(written?.detail.parcels[written.row ?? 0]?.trackingNumber ?? ''))
  }

  /** An adjustment of one parcel. */
  #lone(carriage: Carriage, charges: BilledDetail['charges'], parcel = 0): BilledDetail {
    const line = this.#pen.line
    const trackingNumber = carriage.parcels[parcel]?.trackingNumber ?? ''
    return {
      consignmentNumber: '',
      references: [],
      leg: 'adjustment',
      service: '',
      shipmentDay: carriage.day,
      country: carriage.country,
      postcode: '',
      pieces: 1,
      parcels: [{ trackingNumber, line, billedWeight: null, declaredWeight: null, size: null, charges, tax: null }],
      charges: [],
      line,
    }
  }

  #write(
    detail: BilledDetail,
    fault: Fault | null,
    verdict: Verdict,
    cause: Cause | null,
    amount: Cost,
    row: number | null,
  ) {
    this.#details.push(detail)
    this.#written.push({ detail, invoice: this.#number(), fault, verdict, cause, amount, row })
  }

  /** Numbers with a first digit that no other number has. */
  #made(first: '8' | '9') {
    return `${first}${String(this.#written.length).padStart(9, '0')}`
  }

  #number() {
    return `${this.#options.account}-${this.#invoices.length + 1}`
  }

  #close() {
    const { account, currency, day } = this.#options
    const net = this.#details.reduce((total, detail) => total + netOf(detail), 0)
    const isSumOff = this.#random.happens(this.#options.sumOffPercent ?? 15)
    const on = this.#week === '' ? addDays(day, 7 * this.#invoices.length) : addDays(this.#week, 7)
    const invoice: BilledInvoice = {
      number: this.#number(),
      account,
      day: on,
      dueDay: addDays(on, 30),
      currency,
      stated: [{ what: 'net', amount: isSumOff ? net + 100 : net, line: 1 }],
      charges: [],
      tax: 0,
    }
    this.#invoices.push({ invoice, details: this.#details, isSumOff })
    this.#details = []
    this.#pen = new Pen()
    const later = this.#later
    this.#later = []
    for (const write of later) write(this)
  }

  finish(): TestInvoices {
    this.#close()
    if (this.#details.length > 0) this.#close()
    return { invoices: this.#invoices, written: this.#written }
  }
}

/** The net sum of a detail. */
export const netOf = ({ parcels, charges }: BilledDetail): Cost =>
  [...charges, ...parcels.flatMap((parcel) => parcel.charges)].reduce((total, { net }) => total + net, 0)

/** Replaces its parcels by unknown ones. */
function withUnknownParcels(detail: BilledDetail, prefix: string, reference: string): BilledDetail {
  return {
    ...detail,
    consignmentNumber: `C${prefix}`,
    references: reference ? [reference] : [],
    parcels: detail.parcels.map((parcel, index) => ({
      ...parcel,
      trackingNumber: `${prefix}${String(index).padStart(4, '0')}`,
    })),
  }
}
