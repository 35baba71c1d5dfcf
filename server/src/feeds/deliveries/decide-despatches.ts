import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import type { DespatchFeedField } from '@despatch/domain/feeds/feed-fields'
import { heldBackNote, nextWarehouseStatus, type WarehouseStatus } from '@despatch/domain/orders/warehouse-status'
import { wrongCheckDigitText } from '@despatch/domain/deliveries/parcels/check-digit'
import { piecesInAll, piecesProblem } from '@despatch/domain/deliveries/parcels/parcel-pieces'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { unknownCarrier } from './carriers-of.ts'
import { contentKey, type KnownDespatches, type KnownParcel, type NamedOrder } from './despatch-queries.ts'
import { allocatedTo, carriersPromise, shoppersPromise } from './parcel-promises.ts'
import type { RowFeedContext } from '../rows/run-row-feed.ts'

export type Content = { trackingNumber: string; SKU: string; serialNumber: string; quantity: number }
/**
 * A step of an order, with its entry in the history; `step` counts from 1. `despatchedOn` is the day of its first parcel, where
 * one comes with it; `place` is where its row is.
 */
export type Move = {
  orderNumber: string
  place: string
  step: number
  status: WarehouseStatus
  despatchedOn: Day | null
  note: string
}

/** What is to be written of a chunk of rows, and what became of each row. */
export type DecidedDespatches = {
  parcels: KnownParcel[]
  contents: Content[]
  /** Parcels of which a later row says what the first did not. */
  filled: KnownParcel[]
  moves: Move[]
  created: number
  changed: number
  unchanged: number
  refused: FeedRefusal[]
  noted: Map<string, number>
}

const NO_ORDER = 'There is no order with this number: feed the order first'
/** No parcel service takes more: pallets alone are heavier. */
const HEAVY_KG = 100
const HEAVY = `Weights above ${HEAVY_KG} kg: if they are grams, say so in the mapping or the heading`
const OTHERS_PARCEL = 'A parcel of another order has this tracking number'

/**
 * Decides what the warehouse's rows come to, one after the other. A parcel is what its first row says; later rows, of the
 * other SKUs in it, may add what that one left out, and change nothing: so the same file again changes nothing either.
 * Rows of one SKU in it add up; those of a parcel are never in two chunks as long as they follow one another.
 */
export async function decideDespatches(
  rows: readonly DespatchRow[],
  known: KnownDespatches,
  context: Pick<RowFeedContext, 'now' | 'columnOf'>,
): Promise<DecidedDespatches> {
  const chunk = new Chunk(rows, known, context)
  for (const told of rows) {
    if (isTurnUsedUp()) await nextTurn()
    chunk.decide(told)
  }
  return chunk.decided()
}

type Change = 'created' | 'changed' | 'unchanged'

/** A chunk of rows, and what those that were looked at come to. */
class Chunk {
  readonly #known: KnownDespatches
  readonly #context: Pick<RowFeedContext, 'now' | 'columnOf'>
  readonly #parcels: Map<string, KnownParcel>
  readonly #made: KnownParcel[] = []
  readonly #filled = new Map<string, KnownParcel>()
  readonly #pieces: ReadonlyMap<string, number>
  readonly #added = new Map<string, Content>()
  readonly #reached = new Map<string, WarehouseStatus[]>()
  readonly #counts: Record<Change, number> = { created: 0, changed: 0, unchanged: 0 }
  readonly #refused: FeedRefusal[] = []
  readonly #noted = new Map<string, number>()
  readonly #strays = new Set<string>()
  readonly #seen = new Set<string>()

  constructor(rows: readonly DespatchRow[], known: KnownDespatches, context: Pick<RowFeedContext, 'now' | 'columnOf'>) {
    this.#known = known
    this.#context = context
    this.#parcels = new Map(known.parcels)
    this.#pieces = piecesInAll(ofTheirParcels(rows, known), contentKey)
  }

  decide(told: DespatchRow): void {
    const { carrier, isUnknown } = this.#known.carrierOf(told.carrier)
    const row = { ...told, carrier }
    const order = this.#known.orders.get(row.orderNumber)
    if (!order) return this.#refuse(row, 'orderNumber', NO_ORDER, row.orderNumber)
    let outcome: Change = 'unchanged'
    const parcelsBefore = this.#made.length
    if (row.status === 'D') {
      if (this.#isRefused(row)) return
      if (isUnknown) this.#note(unknownCarrier(carrier))
      if (row.wrongDigit) this.#note(wrongCheckDigitText(row.wrongDigit))
      if (Number(row.weight) > HEAVY_KG) this.#note(HEAVY)
      outcome = this.#pack(row, order)
    }
    const parcel = row.status === 'D' ? this.#parcels.get(row.trackingNumber) : undefined
    const other = parcel && otherOfParcel(row, parcel, this.#known)
    const isFirst = parcel !== undefined && !this.#seen.has(row.trackingNumber)
    this.#seen.add(row.trackingNumber)
    const steps = this.#reached.get(row.orderNumber) ?? []
    const isNew = this.#made.length > parcelsBefore
    const isSentAgain = isNew && order.hasDeliveredParcels
    const status = nextWarehouseStatus(steps.at(-1) ?? order.status, row.status, { isSentAgain })
    if (status) {
      this.#reached.set(row.orderNumber, [...steps, status])
      if (outcome === 'unchanged') outcome = 'changed'
    }
    // Of the rows of one file the first stands, also when the file is sent again.
    if (other && isFirst && outcome === 'unchanged') return this.#refuse(row, other.field, OTHER_PARCEL, other.value)
    if (other) this.#note(FIRST_STANDS)
    this.#counts[outcome]++
  }

  decided(): DecidedDespatches {
    const [made, noted] = [this.#made, this.#noted]
    if (this.#strays.size > 0) noted.set(STRAY_SKUS, this.#strays.size)
    const isNew = new Set(made)
    return {
      parcels: made,
      contents: [...this.#added.values()],
      filled: [...this.#filled.values()].filter((parcel) => !isNew.has(parcel)),
      moves: movesOf(this.#reached, this.#known, made, noted),
      ...this.#counts,
      refused: this.#refused,
      noted: made.length === 0 ? noted : noted.set('Parcels despatched', made.length),
    }
  }

  /** Refuses a despatched row whose parcel is another order's, or whose quantity cannot be. */
  #isRefused(row: DespatchRow): boolean {
    const { orderNumber, trackingNumber, SKU, quantity } = row
    const parcel = this.#parcels.get(trackingNumber)
    if (parcel && parcel.orderNumber !== orderNumber) {
      this.#refuse(row, 'trackingNumber', OTHERS_PARCEL, row.writtenAs ?? trackingNumber)
      return true
    }
    const key = contentKey(row)
    const problem = SKU === '' ? undefined : piecesProblem(this.#pieces.get(key) ?? 0, this.#known.contents.get(key))
    if (problem === undefined) return false
    this.#refuse(row, 'quantity', problem, String(quantity))
    return true
  }

  /** Notes the parcel of a row, and what is in it. */
  #pack(row: DespatchRow, order: NamedOrder): Change {
    const { orderNumber, trackingNumber, SKU } = row
    const known = this.#known
    let outcome: Change = 'unchanged'
    if (SKU !== '' && known.ordered.get(orderNumber)?.has(SKU) === false) this.#strays.add(`${orderNumber}\n${SKU}`)
    const parcel = this.#parcels.get(trackingNumber)
    if (!parcel) {
      const first = parcelOf(row, order, known, this.#context.now)
      this.#parcels.set(trackingNumber, first)
      this.#made.push(first)
      outcome = 'created'
    } else if (fillIn(parcel, row)) {
      parcel.carrierPromisedDate = carriersPromise({ ...row, ...parcel }, order, parcel.despatchedAt, known)
      this.#filled.set(trackingNumber, parcel)
      outcome = 'changed'
    }
    const key = contentKey(row)
    const isReadAgain = row.serialNumber !== '' && this.#added.has(key)
    if (SKU === '' || known.contents.get(key) !== undefined || isReadAgain) return outcome
    this.#added.set(key, { ...row, quantity: this.#pieces.get(key) ?? 0 })
    return 'created'
  }

  #note(words: string): void {
    this.#noted.set(words, (this.#noted.get(words) ?? 0) + 1)
  }

  #refuse({ line }: DespatchRow, field: DespatchFeedField, reason: string, value: string): void {
    this.#refused.push({ line, column: this.#context.columnOf(field), reason, value })
  }
}

/** The rows with a SKU that are of a known order, and of a parcel that is of no other. */
function ofTheirParcels(rows: readonly DespatchRow[], known: KnownDespatches): DespatchRow[] {
  const orderOf = new Map<string, string>()
  return rows.filter(({ status, orderNumber, trackingNumber, SKU }) => {
    if (status !== 'D' || !known.orders.has(orderNumber)) return false
    const owner = known.parcels.get(trackingNumber)?.orderNumber ?? orderOf.get(trackingNumber) ?? orderNumber
    orderOf.set(trackingNumber, owner)
    return owner === orderNumber && SKU !== ''
  })
}

const STRAY_SKUS = 'SKUs that their order does not have'
const FIRST_STANDS = 'Rows that say otherwise of a parcel than its first row, which stands'

function parcelOf(row: DespatchRow, order: NamedOrder, known: KnownDespatches, now: Date): KnownParcel {
  const { orderNumber, trackingNumber, writtenAs, carrier, weight } = row
  const despatchedAt = row.despatchedAt ?? now
  const [clientMethodId = '', another] = allocatedTo(row, known)
  const method = known.methods.find((one) => one.clientMethodID === clientMethodId)
  return {
    trackingNumber,
    writtenAs,
    orderNumber,
    carrier,
    carrierService: row.carrierService || (another === undefined ? (method?.carrierService ?? '') : ''),
    clientMethodId: another === undefined ? clientMethodId : '',
    despatchedAt,
    orderedAt: order.orderedAt,
    promisedDate: row.promisedDate ?? shoppersPromise(row, order, despatchedAt, known),
    carrierPromisedDate: carriersPromise(row, order, despatchedAt, known),
    weight,
  }
}

const OTHER_PARCEL = 'This parcel is there already and this says otherwise: what has left does not change'

/**
 * What a row says otherwise of a parcel than is known, with what is. Carriers alone may have been named before the client had
 * them.
 */
function otherOfParcel(
  row: DespatchRow,
  parcel: KnownParcel,
  { carrierOf }: KnownDespatches,
): { field: DespatchFeedField; value: string } | undefined {
  const there = (value: string, known: string) => `${value}: there is ${known}`
  const { carrier } = carrierOf(parcel.carrier)
  if (row.carrier !== carrier) return { field: 'carrier', value: there(row.carrier, carrier) }
  if (row.promisedDate !== null && row.promisedDate !== parcel.promisedDate)
    return { field: 'promisedDate', value: there(row.promisedDate, parcel.promisedDate) }
  if (row.weight !== '' && parcel.weight !== '' && Number(row.weight) !== Number(parcel.weight))
    return { field: 'weight', value: there(row.weight, parcel.weight) }
  const [told, known] = [dayOf(row.despatchedAt ?? parcel.despatchedAt), dayOf(parcel.despatchedAt)]
  if (told !== known) return { field: 'despatchedAt', value: there(told, known) }
  return undefined
}

/** Adds to a parcel what a further row of it says and the first did not. Gives whether it did. */
function fillIn(parcel: KnownParcel, { weight, carrierService }: DespatchRow): boolean {
  const hasWeight = parcel.weight === '' && weight !== ''
  const hasService = parcel.carrierService === '' && carrierService !== ''
  if (hasWeight) parcel.weight = weight
  if (hasService) parcel.carrierService = carrierService
  return hasWeight || hasService
}

const COUNTED = { P: 'Orders being picked', K: 'Orders packed', D: 'Orders despatched' } as const

/** The steps of each order, those too that it goes on from within the same file. */
function movesOf(
  reached: ReadonlyMap<string, readonly WarehouseStatus[]>,
  known: KnownDespatches,
  made: readonly KnownParcel[],
  noted: Map<string, number>,
): Move[] {
  const parcelsOf = Map.groupBy(made, ({ orderNumber }) => orderNumber)
  const count = (words: string) => noted.set(words, (noted.get(words) ?? 0) + 1)
  return [...reached].flatMap(([orderNumber, steps]) => {
    const order = known.orders.get(orderNumber)
    if (!order) return []
    if (order.status === 'C') count(HANDLED_CANCELLED)
    if (order.status === 'S') count(HANDLED_SUSPENDED)
    return steps.map((status, index) => {
      count(COUNTED[status])
      const heldBack = index === 0 ? heldBackNote(order, status) : ''
      const parcels = status === 'D' ? (parcelsOf.get(orderNumber) ?? []) : []
      return {
        orderNumber,
        place: order.place,
        step: index + 1,
        status,
        despatchedOn: firstDay(parcels),
        note: [parcelsLabel(parcels), heldBack].filter((part) => part !== '').join('; '),
      }
    })
  })
}

const HANDLED_CANCELLED = 'Cancelled orders that the warehouse went on with'
const HANDLED_SUSPENDED = 'Suspended orders that the warehouse went on with'

const firstDay = (parcels: readonly KnownParcel[]) =>
  parcels.length === 0 ? null : dayOf(new Date(Math.min(...parcels.map(({ despatchedAt }) => despatchedAt.getTime()))))

/** '2 parcels with DPD' */
function parcelsLabel(parcels: readonly KnownParcel[]): string {
  if (parcels.length === 0) return ''
  const carriers = [...new Set(parcels.map(({ carrier }) => carrier))]
  return `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`} with ${carriers.slice(0, 5).join(', ')}`
}
