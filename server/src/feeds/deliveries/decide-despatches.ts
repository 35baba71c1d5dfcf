import type { FeedRefusal } from '@despatch/contract/feeds/feeds'
import { dayOf } from '@despatch/domain/calendar/day'
import type { DespatchRow } from '@despatch/domain/feeds/rows/check-despatch-row'
import type { DespatchFeedField } from '@despatch/domain/feeds/feed-fields'
import { heldBackNote, onwardStatus, type WarehouseStatus } from '@despatch/domain/orders/warehouse-status'
import { wrongCheckDigitWords } from '@despatch/domain/deliveries/parcels/check-digit'
import { piecesInAll, piecesProblem } from '@despatch/domain/deliveries/parcels/parcel-pieces'
import { promisedDate } from '@despatch/domain/deliveries/parcels/promised-date'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { unknownCarrier } from './carriers-of.ts'
import { contentKey, type KnownDespatches, type KnownParcel, methodKey, type NamedOrder } from './despatch-queries.ts'
import type { RowFeedContext } from '../rows/run-row-feed.ts'

export type Content = { trackingNumber: string; SKU: string; serialNumber: string; quantity: number }
/** A step of an order, with its entry in the history; `step` counts from 1. */
export type Move = { orderNumber: string; step: number; status: WarehouseStatus; note: string }

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
const OTHERS_PARCEL = 'A parcel of another order has this tracking number'

/**
 * Decides what the warehouse's rows come to, one after the other. A parcel is what its first row says; later rows, of the
 * other SKUs in it, may add what that one left out, and change nothing: so the same file again changes nothing either.
 * Rows of one SKU in it add up; those of a parcel are never in two chunks as long as they follow one another.
 */
export async function decideDespatches(
  rows: readonly DespatchRow[],
  known: KnownDespatches,
  { now, columnOf }: Pick<RowFeedContext, 'now' | 'columnOf'>,
): Promise<DecidedDespatches> {
  const parcels = new Map(known.parcels)
  const made: KnownParcel[] = []
  const filled = new Map<string, KnownParcel>()
  const pieces = piecesInAll(ofTheirParcels(rows, known), contentKey)
  const added = new Map<string, Content>()
  const reached = new Map<string, WarehouseStatus[]>()
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const refused: FeedRefusal[] = []
  const noted = new Map<string, number>()
  const note = (words: string) => noted.set(words, (noted.get(words) ?? 0) + 1)
  const strays = new Set<string>()
  const refuse = ({ line }: DespatchRow, field: DespatchFeedField, reason: string, value: string) =>
    refused.push({ line, column: columnOf(field), reason, value })

  for (const told of rows) {
    if (isTurnUsedUp()) await nextTurn()
    const { carrier, isUnknown } = known.carrierOf(told.carrier)
    const row = { ...told, carrier }
    const { orderNumber, trackingNumber, SKU, quantity } = row
    const order = known.orders.get(orderNumber)
    if (!order) {
      refuse(row, 'orderNumber', NO_ORDER, orderNumber)
      continue
    }
    let outcome: keyof typeof counts = 'unchanged'
    if (row.status === 'D') {
      const parcel = parcels.get(trackingNumber)
      const key = contentKey(row)
      const inAll = pieces.get(key) ?? 0
      const before = known.contents.get(key)
      if (parcel && parcel.orderNumber !== orderNumber) {
        refuse(row, 'trackingNumber', OTHERS_PARCEL, row.writtenAs ?? trackingNumber)
        continue
      }
      const problem = SKU === '' ? undefined : piecesProblem(inAll, before)
      if (problem !== undefined) {
        refuse(row, 'quantity', problem, String(quantity))
        continue
      }
      if (isUnknown) note(unknownCarrier(carrier))
      if (row.wrongDigit) note(wrongCheckDigitWords(row.wrongDigit))
      if (SKU !== '' && known.ordered.get(orderNumber)?.has(SKU) === false) strays.add(`${orderNumber}\n${SKU}`)
      if (!parcel) {
        const first = parcelOf(row, order, known, now)
        parcels.set(trackingNumber, first)
        made.push(first)
        outcome = 'created'
      } else {
        if (saysOtherwise(row, parcel, known)) note(FIRST_STANDS)
        if (fillIn(parcel, row)) {
          filled.set(trackingNumber, parcel)
          outcome = 'changed'
        }
      }
      const isReadAgain = row.serialNumber !== '' && added.has(key)
      if (SKU !== '' && before === undefined && !isReadAgain) {
        added.set(key, { ...row, quantity: inAll })
        outcome = 'created'
      }
    }
    const steps = reached.get(orderNumber) ?? []
    const status = onwardStatus(steps.at(-1) ?? order.status, row.status)
    if (status) {
      reached.set(orderNumber, [...steps, status])
      if (outcome === 'unchanged') outcome = 'changed'
    }
    counts[outcome]++
  }
  if (strays.size > 0) noted.set(STRAY_SKUS, strays.size)
  const isNew = new Set(made)
  return {
    parcels: made,
    contents: [...added.values()],
    filled: [...filled.values()].filter((parcel) => !isNew.has(parcel)),
    moves: movesOf(reached, known, made, noted),
    ...counts,
    refused,
    noted: made.length === 0 ? noted : noted.set('Parcels despatched', made.length),
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
  const method = known.methods.get(methodKey(orderNumber, carrier))
  const despatchedAt = row.despatchedAt ?? now
  return {
    trackingNumber,
    writtenAs,
    orderNumber,
    carrier,
    carrierService: row.carrierService || (method?.carrierService ?? ''),
    clientMethodId: method?.clientMethodId ?? '',
    despatchedAt,
    orderedAt: order.orderedAt,
    promisedDate:
      row.promisedDate ?? promisedDate(dayOf(despatchedAt), order.service, method?.transitDays, known.daysOff),
    weight,
  }
}

/** Carriers alone may have been told before the client had them. */
function saysOtherwise(row: DespatchRow, parcel: KnownParcel, { carrierOf }: KnownDespatches): boolean {
  return (
    row.carrier !== carrierOf(parcel.carrier).carrier ||
    (row.promisedDate !== null && row.promisedDate !== parcel.promisedDate) ||
    (row.weight !== '' && parcel.weight !== '' && Number(row.weight) !== Number(parcel.weight))
  )
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
      const parcels = status === 'D' ? parcelsInWords(parcelsOf.get(orderNumber) ?? []) : ''
      return {
        orderNumber,
        step: index + 1,
        status,
        note: [parcels, heldBack].filter((part) => part !== '').join('; '),
      }
    })
  })
}

const HANDLED_CANCELLED = 'Cancelled orders that the warehouse went on with'
const HANDLED_SUSPENDED = 'Suspended orders that the warehouse went on with'

/** '2 parcels with DPD' */
function parcelsInWords(parcels: readonly KnownParcel[]): string {
  if (parcels.length === 0) return ''
  const carriers = [...new Set(parcels.map(({ carrier }) => carrier))]
  return `${parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`} with ${carriers.slice(0, 5).join(', ')}`
}
