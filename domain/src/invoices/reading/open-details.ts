import { normaliseTrackingNumber } from '../../deliveries/parcels/tracking-number.ts'
import type { BilledCharge, BilledDetail, BilledParcel } from '../invoice.ts'
import type { Layout } from '../column-mapping/layout.ts'
import type { ReadEvent } from './read-event.ts'
import type { BilledRow } from './read-row.ts'

/** Details held until further rows for them are unlikely. */
const MAX_OPEN = 2000
/** Charges held for one detail: a file may have one consignment number on all its rows. */
const MAX_CHARGES = 5000

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type OpenParcel = Mutable<BilledParcel> & { charges: BilledCharge[] }
type OpenDetail = Omit<Mutable<BilledDetail>, 'parcels'> & {
  references: string[]
  charges: BilledCharge[]
  parcels: Map<string, OpenParcel>
  invoice: number
  /** The number of pieces that a row states. */
  statedPieces: number
  size: number
}

type Emit = (event: ReadEvent) => void

/**
 * Combines the rows of a consignment. Carriers write them below one another, so the last 2,000 details are held, and
 * the one unchanged for the longest is emitted. Later rows are emitted as a continuation with the same key: of
 * emitted details, only the keys are held.
 */
export class OpenDetails {
  readonly #open = new Map<string, OpenDetail>()
  /** How often a detail was billed again; details without repeats are left out. */
  readonly #again = new Map<string, number>()
  readonly #emitted = new Set<string>()
  readonly #isByCharge: boolean
  readonly #isBySalesOrder: boolean
  readonly #tell: Emit

  constructor({ row, isBySalesOrder = false }: Pick<Layout, 'row' | 'isBySalesOrder'>, tell: Emit) {
    this.#isByCharge = row === 'charge'
    this.#isBySalesOrder = isBySalesOrder
    this.#tell = tell
  }

  add(invoice: number, row: BilledRow, line: number): void {
    const { leg } = row
    const number = `${invoice} ${row.consignmentNumber || row.trackingNumber}${leg === 'outbound' ? '' : ` ${leg}`}`
    // A sales order has a line for each product, day, country and weight: rows that differ in these are other lines.
    const { service, shipmentDay, country, billedWeight, pieces, charges } = row
    const net = charges.reduce((sum, charge) => sum + charge.net, 0)
    const ofOrder = [number, service, shipmentDay, country, billedWeight, pieces, net].join('\n')
    const name = this.#isBySalesOrder ? ofOrder : number
    let key = againKey(name, this.#again.get(name) ?? 0)
    let detail = this.#open.get(key)
    const parcel = detail?.parcels.get(normaliseTrackingNumber(row.trackingNumber))
    if (parcel && leg === 'outbound' && billsAgain(parcel, row)) {
      // A separate detail, so that it is judged as already billed.
      const times = (this.#again.get(name) ?? 0) + 1
      this.#again.set(name, times)
      key = againKey(name, times)
      detail = undefined
    }
    if (detail) {
      // Moves it to the end, as the one last added to.
      this.#open.delete(key)
      addRow(detail, row)
    } else detail = begin(invoice, row, line)
    this.#open.set(key, detail)
    addParcel(detail, row, line)
    if (detail.size > MAX_CHARGES) this.#close(key, detail)
    else if (this.#open.size > MAX_OPEN) this.#closeOldest()
  }

  /** Emits all remaining details. */
  end(): void {
    for (const [key, detail] of this.#open) this.#close(key, detail)
  }

  #closeOldest(): void {
    for (const [key, detail] of this.#open) {
      this.#close(key, detail)
      return
    }
  }

  #close(key: string, detail: OpenDetail): void {
    this.#open.delete(key)
    const isContinued = this.#emitted.has(key)
    if (!isContinued) this.#emitted.add(key)
    this.#tell({ kind: 'detail', invoice: detail.invoice, key, isContinued, detail: closed(detail, this.#isByCharge) })
  }
}

const againKey = (name: string, times: number) => (times === 0 ? name : `${name} #${times}`)

type Billed = Pick<BilledParcel, 'trackingNumber' | 'charges'>

/** Whether a further row bills a parcel again: its base, under the same code and text. */
export function billsAgain(parcel: Billed, further: Billed): boolean {
  if (further.trackingNumber === '') return false
  const isBase = ({ category, net }: BilledCharge) => category === 'base' && net > 0
  return further.charges.some(
    (charge) =>
      isBase(charge) &&
      parcel.charges.some((one) => isBase(one) && one.code === charge.code && one.text === charge.text),
  )
}

function begin(invoice: number, row: BilledRow, line: number): OpenDetail {
  return {
    invoice,
    consignmentNumber: row.consignmentNumber || row.trackingNumber,
    references: [...row.references],
    leg: row.leg,
    service: row.service,
    shipmentDay: row.shipmentDay,
    country: row.country,
    postcode: row.postcode,
    pieces: 0,
    statedPieces: row.pieces ?? 0,
    parcels: new Map(),
    charges: [],
    line,
    size: 0,
  }
}

/** Fills what earlier rows left empty; the first value counts. */
function addRow(detail: OpenDetail, row: BilledRow): void {
  detail.service ||= row.service
  detail.shipmentDay ??= row.shipmentDay
  detail.country ||= row.country
  detail.postcode ||= row.postcode
  detail.statedPieces = Math.max(detail.statedPieces, row.pieces ?? 0)
  for (const reference of row.references) if (!detail.references.includes(reference)) detail.references.push(reference)
}

function addParcel(detail: OpenDetail, row: BilledRow, line: number): void {
  detail.size += row.charges.length + 1
  const key = normaliseTrackingNumber(row.trackingNumber)
  const known = detail.parcels.get(key)
  if (known) {
    known.charges.push(...row.charges)
    known.billedWeight ??= row.billedWeight
    known.declaredWeight ??= row.declaredWeight
    known.size ??= row.size
    if (row.tax !== null) known.tax = (known.tax ?? 0) + row.tax
    return
  }
  const { trackingNumber, billedWeight, declaredWeight, size, tax } = row
  detail.parcels.set(key, { trackingNumber, line, billedWeight, declaredWeight, size, tax, charges: [...row.charges] })
}

function closed(open: OpenDetail, isByCharge: boolean): BilledDetail {
  const { consignmentNumber, references, leg, shipmentDay, country, postcode, charges, line } = open
  const all = [...open.parcels.values()]
  const base =
    isByCharge && open.service === '' && leg !== 'adjustment'
      ? all.flatMap((parcel) => parcel.charges).find(({ category }) => category === 'base')
      : undefined
  return {
    consignmentNumber,
    references,
    leg,
    // With a row for each charge, the text of the freight names the service.
    service: open.service || base?.text || '',
    shipmentDay,
    country,
    postcode,
    pieces: Math.max(open.statedPieces, all.length),
    parcels: all,
    charges,
    line,
  }
}
