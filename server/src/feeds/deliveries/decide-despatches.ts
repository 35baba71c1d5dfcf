import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import type { DespatchFeedField } from '@despatch/domain/feeds/feed-fields'
import { heldBackNote, nextWarehouseStatus, type WarehouseStatus } from '@despatch/domain/orders/warehouse-status'
import { wrongCheckDigitText } from '@despatch/domain/deliveries/parcels/check-digit'
import { sumPieces, piecesProblem } from '@despatch/domain/deliveries/parcels/parcel-pieces'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { unknownCarrierNote } from './load-carrier-reader.ts'
import { contentKey, type KnownDespatches, type DespatchedParcel, type NamedOrder } from './despatch-queries.ts'
import { allocatedMethodIds, carrierPromise, shopperPromise } from './parcel-promises.ts'
import type { RowFeedContext } from '../rows/run-row-feed.ts'

export type Content = { trackingNumber: string; SKU: string; serialNumber: string; quantity: number }
/**
 * A status change of an order with its history entry; `step` counts from 1. `despatchedOn` is the day of its first new
 * parcel, if any.
 */
export type Move = {
  orderNumber: string
  step: number
  status: WarehouseStatus
  despatchedOn: Day | null
  note: string
}

/** What to write for a chunk of rows, and the counts of its rows. */
export type DecidedDespatches = {
  parcels: DespatchedParcel[]
  contents: Content[]
  /** Parcels with data from a later row that the first row lacked. */
  filled: DespatchedParcel[]
  moves: Move[]
  created: number
  changed: number
  unchanged: number
  refused: FeedRefusal[]
  noted: Map<string, number>
}

const NO_ORDER = 'There is no order with this number. Import the order first'
/** Parcel services carry no more; only pallets are heavier. */
const HEAVY_KG = 100
const HEAVY = `Weights above ${HEAVY_KG} kg. If they are grams, set the unit in the mapping or the heading`
const PARCEL_OF_OTHER_ORDER = 'A parcel of another order has this tracking number'

/**
 * Decides the outcome of the warehouse's rows in order. A parcel is defined by its first row. Later rows, of other SKUs
 * in it, may fill in missing data but change nothing, so the same file again changes nothing. Quantities of one SKU in
 * a parcel add up. Consecutive rows of a parcel are never split into two chunks.
 */
export async function decideDespatches(
  rows: readonly DespatchRow[],
  known: KnownDespatches,
  context: Pick<RowFeedContext, 'now' | 'columnOf'>,
): Promise<DecidedDespatches> {
  const chunk = new DespatchDecisions(rows, known, context)
  for (const input of rows) {
    if (isTurnUsedUp()) await nextTurn()
    chunk.decide(input)
  }
  return chunk.decided()
}

type Change = 'created' | 'changed' | 'unchanged'

/** Accumulates the decisions for one chunk of rows. */
class DespatchDecisions {
  readonly #known: KnownDespatches
  readonly #context: Pick<RowFeedContext, 'now' | 'columnOf'>
  readonly #parcels: Map<string, DespatchedParcel>
  readonly #newParcels: DespatchedParcel[] = []
  readonly #filled = new Map<string, DespatchedParcel>()
  readonly #pieces: ReadonlyMap<string, number>
  readonly #added = new Map<string, Content>()
  readonly #statuses = new Map<string, WarehouseStatus[]>()
  readonly #counts: Record<Change, number> = { created: 0, changed: 0, unchanged: 0 }
  readonly #refused: FeedRefusal[] = []
  readonly #noted = new Map<string, number>()
  readonly #straySkus = new Set<string>()
  readonly #seen = new Set<string>()

  constructor(rows: readonly DespatchRow[], known: KnownDespatches, context: Pick<RowFeedContext, 'now' | 'columnOf'>) {
    this.#known = known
    this.#context = context
    this.#parcels = new Map(known.parcels)
    this.#pieces = sumPieces(rowsWithOwnParcel(rows, known), contentKey)
  }

  decide(input: DespatchRow): void {
    const { carrier, isUnknown } = this.#known.carrierOf(input.carrier)
    const row = { ...input, carrier }
    const order = this.#known.orders.get(row.orderNumber)
    if (!order) return this.#refuse(row, 'orderNumber', NO_ORDER, row.orderNumber)
    let outcome: Change = 'unchanged'
    const parcelsBefore = this.#newParcels.length
    if (row.status === 'D') {
      if (this.#isRefused(row)) return
      if (isUnknown) this.#note(unknownCarrierNote(carrier))
      if (row.wrongDigit) this.#note(wrongCheckDigitText(row.wrongDigit))
      if (Number(row.weight) > HEAVY_KG) this.#note(HEAVY)
      outcome = this.#pack(row, order)
    }
    const parcel = row.status === 'D' ? this.#parcels.get(row.trackingNumber) : undefined
    const other = parcel && findContradiction(row, parcel, this.#known)
    const isFirst = parcel !== undefined && !this.#seen.has(row.trackingNumber)
    this.#seen.add(row.trackingNumber)
    const steps = this.#statuses.get(row.orderNumber) ?? []
    const isNew = this.#newParcels.length > parcelsBefore
    const isSentAgain = isNew && order.hasDeliveredParcels
    const status = nextWarehouseStatus(steps.at(-1) ?? order.status, row.status, { isSentAgain })
    if (status) {
      this.#statuses.set(row.orderNumber, [...steps, status])
      if (outcome === 'unchanged') outcome = 'changed'
    }
    // The first row of a file counts, also when the file is sent again.
    if (other && isFirst && outcome === 'unchanged')
      return this.#refuse(row, other.field, CONTRADICTS_PARCEL, other.value)
    if (other) this.#note(FIRST_STANDS)
    this.#counts[outcome]++
  }

  decided(): DecidedDespatches {
    const [newParcels, noted] = [this.#newParcels, this.#noted]
    if (this.#straySkus.size > 0) noted.set(STRAY_SKUS, this.#straySkus.size)
    const isNew = new Set(newParcels)
    return {
      parcels: newParcels,
      contents: [...this.#added.values()],
      filled: [...this.#filled.values()].filter((parcel) => !isNew.has(parcel)),
      moves: buildMoves(this.#statuses, this.#known, newParcels, noted),
      ...this.#counts,
      refused: this.#refused,
      noted: newParcels.length === 0 ? noted : noted.set('Parcels despatched', newParcels.length),
    }
  }

  /** Refuses a despatched row with another order's parcel or an impossible quantity. */
  #isRefused(row: DespatchRow): boolean {
    const { orderNumber, trackingNumber, SKU, quantity } = row
    const parcel = this.#parcels.get(trackingNumber)
    if (parcel && parcel.orderNumber !== orderNumber) {
      this.#refuse(row, 'trackingNumber', PARCEL_OF_OTHER_ORDER, row.writtenAs ?? trackingNumber)
      return true
    }
    const key = contentKey(row)
    const problem = SKU === '' ? undefined : piecesProblem(this.#pieces.get(key) ?? 0, this.#known.contents.get(key))
    if (problem === undefined) return false
    this.#refuse(row, 'quantity', problem, String(quantity))
    return true
  }

  /** Adds a row's parcel and contents. */
  #pack(row: DespatchRow, order: NamedOrder): Change {
    const { orderNumber, trackingNumber, SKU } = row
    const known = this.#known
    let outcome: Change = 'unchanged'
    if (SKU !== '' && known.ordered.get(orderNumber)?.has(SKU) === false) this.#straySkus.add(`${orderNumber}\n${SKU}`)
    const parcel = this.#parcels.get(trackingNumber)
    if (!parcel) {
      const first = buildParcel(row, order, known, this.#context.now)
      this.#parcels.set(trackingNumber, first)
      this.#newParcels.push(first)
      outcome = 'created'
    } else if (fillIn(parcel, row)) {
      parcel.carrierPromisedDate = carrierPromise({ ...row, ...parcel }, order, parcel.despatchedAt, known)
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

/** Rows with a SKU and a known order whose parcel belongs to no other order. */
function rowsWithOwnParcel(rows: readonly DespatchRow[], known: KnownDespatches): DespatchRow[] {
  const orderOf = new Map<string, string>()
  return rows.filter(({ status, orderNumber, trackingNumber, SKU }) => {
    if (status !== 'D' || !known.orders.has(orderNumber)) return false
    const owner = known.parcels.get(trackingNumber)?.orderNumber ?? orderOf.get(trackingNumber) ?? orderNumber
    orderOf.set(trackingNumber, owner)
    return owner === orderNumber && SKU !== ''
  })
}

const STRAY_SKUS = 'SKUs that their order does not have'
const FIRST_STANDS = 'Rows that differ from the first row of their parcel, which applies'

function buildParcel(row: DespatchRow, order: NamedOrder, known: KnownDespatches, now: Date): DespatchedParcel {
  const { orderNumber, trackingNumber, writtenAs, carrier, weight } = row
  const despatchedAt = row.despatchedAt ?? now
  const [clientMethodId = '', another] = allocatedMethodIds(row, known)
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
    promisedDate: row.promisedDate ?? shopperPromise(row, order, despatchedAt, known),
    carrierPromisedDate: carrierPromise(row, order, despatchedAt, known),
    weight,
  }
}

const CONTRADICTS_PARCEL = 'This parcel already exists with other details. Despatched parcels don’t change'

/**
 * The field in which a row contradicts a stored parcel, with both values. Compares carriers as read today, because the
 * client may have added its carriers since.
 */
function findContradiction(
  row: DespatchRow,
  parcel: DespatchedParcel,
  { carrierOf }: KnownDespatches,
): { field: DespatchFeedField; value: string } | undefined {
  const compareText = (value: string, known: string) => `${value}: there is ${known}`
  const { carrier } = carrierOf(parcel.carrier)
  if (row.carrier !== carrier) return { field: 'carrier', value: compareText(row.carrier, carrier) }
  if (row.promisedDate !== null && row.promisedDate !== parcel.promisedDate)
    return { field: 'promisedDate', value: compareText(row.promisedDate, parcel.promisedDate) }
  if (row.weight !== '' && parcel.weight !== '' && Number(row.weight) !== Number(parcel.weight))
    return { field: 'weight', value: compareText(row.weight, parcel.weight) }
  const [day, knownDay] = [dayOf(row.despatchedAt ?? parcel.despatchedAt), dayOf(parcel.despatchedAt)]
  if (day !== knownDay) return { field: 'despatchedAt', value: compareText(day, knownDay) }
  return undefined
}

/** Fills a parcel's missing data from a later row. Returns whether anything was missing. */
function fillIn(parcel: DespatchedParcel, { weight, carrierService }: DespatchRow): boolean {
  const hasWeight = parcel.weight === '' && weight !== ''
  const hasService = parcel.carrierService === '' && carrierService !== ''
  if (hasWeight) parcel.weight = weight
  if (hasService) parcel.carrierService = carrierService
  return hasWeight || hasService
}

const STATUS_NOTES = { P: 'Orders being picked', K: 'Orders packed', D: 'Orders despatched' } as const

/** The status changes of each order, including intermediate ones within the file. */
function buildMoves(
  statuses: ReadonlyMap<string, readonly WarehouseStatus[]>,
  known: KnownDespatches,
  newParcels: readonly DespatchedParcel[],
  noted: Map<string, number>,
): Move[] {
  const parcelsOf = Map.groupBy(newParcels, ({ orderNumber }) => orderNumber)
  const count = (words: string) => noted.set(words, (noted.get(words) ?? 0) + 1)
  return [...statuses].flatMap(([orderNumber, steps]) => {
    const order = known.orders.get(orderNumber)
    if (!order) return []
    if (order.status === 'C') count(HANDLED_CANCELLED)
    if (order.status === 'S') count(HANDLED_SUSPENDED)
    return steps.map((status, index) => {
      count(STATUS_NOTES[status])
      const heldBack = index === 0 ? heldBackNote(order, status) : ''
      const parcels = status === 'D' ? (parcelsOf.get(orderNumber) ?? []) : []
      return {
        orderNumber,
        step: index + 1,
        status,
        despatchedOn: firstDay(parcels),
        note: [parcelsLabel(parcels), heldBack].filter((part) => part !== '').join('; '),
      }
    })
  })
}

const HANDLED_CANCELLED = 'Cancelled orders that the warehouse processed'
const HANDLED_SUSPENDED = 'Suspended orders that the warehouse processed'

const firstDay = (parcels: readonly DespatchedParcel[]) =>
  parcels.length === 0 ? null : dayOf(new Date(Math.min(...parcels.map(({ despatchedAt }) => despatchedAt.getTime()))))

/** '2 parcels with DPD' */
function parcelsLabel(parcels: readonly DespatchedParcel[]): string {
  if (parcels.length === 0) return ''
  const carriers = [...new Set(parcels.map(({ carrier }) => carrier))]
  return `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`} with ${carriers.slice(0, 5).join(', ')}`
}
