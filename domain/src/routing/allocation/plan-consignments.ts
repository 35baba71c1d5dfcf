import { rulePlace } from '../served-places.ts'
import type { Day } from '../../calendar/day.ts'
import type { DispatchService } from '../dispatch-service.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import type { Consignment, Hold, Parcel } from './consignment.ts'
import type { FixedRoute } from '../rule-book/rule-book.ts'

/** What is known of a SKU: of one unit, or of its boxes where it comes in several. Grams, millimetres, cubic centimetres. */
export type Goods = {
  readonly unit: Parcel
  readonly categories: readonly string[]
  /** The components of a multi-box product, each a box of its own. */
  readonly components: readonly { readonly sku: string; readonly box: Parcel; readonly categories: readonly string[] }[]
}

export type OrderToShip = {
  readonly service: DispatchService
  readonly country: string
  readonly region: string | null
  readonly despatchDay: Day
  /** See {@link Consignment}. */
  readonly daysOff?: readonly Day[] | undefined
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[]
}

/** A consignment with the SKUs that travel in it. */
export type PlannedConsignment = Consignment & { readonly skus: readonly string[] }

/** Why an order has no plan: the boxes of a product are bound to one method, and held to several. */
export type PlanConflict = { readonly product: string; readonly holds: readonly Hold[] }

export type Plan = { readonly consignments: readonly PlannedConsignment[] } | { readonly conflict: PlanConflict }

/** What travels whole: units of a SKU that may share parcels, or boxes that are parcels of their own. */
type Piece = {
  readonly sku: string
  readonly hold: Hold | null
  /** The product whose boxes travel with one method. */
  readonly boundTo: string | null
} & ({ readonly units: number; readonly unit: Parcel } | { readonly boxes: number; readonly box: Parcel })

/** More parcels than this are no consignment: a quantity was mistyped, or it is freight. */
export const MAX_PARCELS = 5000

/** Thrown for an order that would make a consignment of more than {@link MAX_PARCELS}. */
export class TooManyParcels extends RangeError {}

const UNKNOWN: Goods = { unit: { weight: 0, length: 0, volume: 0 }, categories: [], components: [] }

/**
 * Splits an order into consignments and parcels. domain.md, Allocation 1: 'A multi-box product's components each travel
 * as parcels of their own; with the same-carrier flag they travel with one method. Lines held to different methods by
 * fixed routing travel apart, unless same-carrier binds them: then the order is a routing exception that names both
 * rules.' What nothing holds travels with the first that is held. Throws {@link TooManyParcels}.
 */
export function planConsignments(
  compiled: CompiledBook,
  order: OrderToShip,
  goodsOf: (sku: string) => Goods | undefined,
): Plan {
  const pieces = order.lines.flatMap(({ sku, quantity }) =>
    piecesOf(compiled, order, sku, quantity, goodsOf(sku) ?? UNKNOWN),
  )
  const held = mergedHolds(pieces.flatMap(({ hold }) => hold ?? []))
  const holdOf = (piece: Piece) => (piece.hold && held.find((hold) => isWithin(piece.hold, hold))) ?? null
  const ofProduct = new Map<string, Hold[]>()
  for (const piece of pieces) {
    const hold = holdOf(piece)
    if (!piece.boundTo || !hold) continue
    const holds = ofProduct.get(piece.boundTo) ?? []
    if (!holds.includes(hold)) ofProduct.set(piece.boundTo, [...holds, hold])
  }
  for (const [product, holds] of ofProduct) if (holds.length > 1) return { conflict: { product, holds } }

  const groups: (Hold | null)[] = held.length > 0 ? held : [null]
  const groupOf = (piece: Piece) =>
    holdOf(piece) ?? (piece.boundTo ? ofProduct.get(piece.boundTo)?.[0] : undefined) ?? groups[0] ?? null
  return {
    consignments: groups.map((hold) => {
      const mine = pieces.filter((piece) => groupOf(piece) === hold)
      return {
        service: order.service,
        country: order.country,
        region: order.region,
        despatchDay: order.despatchDay,
        ...(order.daysOff && { daysOff: order.daysOff }),
        parcels: parcelsOf(mine, compiled.book.packing),
        heldTo: hold,
        skus: [...new Set(mine.map(({ sku }) => sku))],
      }
    }),
  }
}

function piecesOf(compiled: CompiledBook, order: OrderToShip, sku: string, quantity: number, goods: Goods): Piece[] {
  const hold = holdFor(compiled, order, sku, goods.categories)
  if (goods.components.length === 0) return [{ sku, hold, boundTo: null, units: quantity, unit: goods.unit }]
  const { Same_Component_Carrier: exceptions, Same_Component_Carrier_Default: usual } = compiled.book.multiBox
  const isBound = (exceptions[sku] ?? usual) === 'Y'
  return goods.components.map((component) => ({
    sku: component.sku,
    // A component that nothing holds goes as its product does.
    hold: holdFor(compiled, order, component.sku, component.categories) ?? hold,
    boundTo: isBound ? sku : null,
    boxes: quantity,
    box: component.box,
  }))
}

/**
 * domain.md, Allocation 4: 'the most specific row that applies holds the line to its carrier or method: SKU with region,
 * SKU, category with region, category.' Null where none applies.
 */
export function holdFor(
  compiled: CompiledBook,
  order: Pick<OrderToShip, 'country' | 'region' | 'despatchDay'>,
  sku: string,
  categories: readonly string[],
): Hold | null {
  const place = rulePlace(order, compiled.book.homeCountry)
  const region = place.isHome ? place.region : null
  const applies = ({ regions, startDate, endDate }: FixedRoute) =>
    (regions.length === 0 || (region !== null && regions.includes(region))) &&
    (startDate === null || startDate <= order.despatchDay) &&
    (endDate === null || order.despatchDay <= endDate)
  const route =
    compiled.routesOfSku.get(sku)?.find(applies) ??
    mostSpecific(categories.flatMap((category) => compiled.routesOfCategory.get(category)?.find(applies) ?? []))
  if (!route) return null
  const { carrier, clientMethodID, customPreferenceID } = route
  return { carrier, clientMethodID, customPreferenceIDs: [customPreferenceID] }
}

function mostSpecific(routes: readonly FixedRoute[]): FixedRoute | undefined {
  return routes.find(({ regions }) => regions.length > 0) ?? routes[0]
}

/** The holds of an order, each once: one to a carrier is the same as one to a method of that carrier. */
function mergedHolds(holds: readonly Hold[]): Hold[] {
  const merged: Hold[] = []
  // Those to methods first, so that those to their carriers find them.
  for (const hold of [...holds.filter(toMethod), ...holds.filter((one) => !toMethod(one))]) {
    const index = merged.findIndex((other) => isWithin(hold, other))
    const other = merged[index]
    if (!other) merged.push(hold)
    else
      merged[index] = {
        ...other,
        customPreferenceIDs: [...new Set([...other.customPreferenceIDs, ...hold.customPreferenceIDs])],
      }
  }
  return merged
}

const toMethod = ({ clientMethodID }: Hold) => clientMethodID !== null

/** Whether what is held by one hold may travel with another. */
function isWithin(hold: Hold | null, other: Hold): boolean {
  if (hold?.carrier !== other.carrier) return false
  return hold.clientMethodID === null || hold.clientMethodID === other.clientMethodID
}

/**
 * Boxes are parcels as they are; units fill parcels one after another, in the order of the lines. Throws
 * {@link TooManyParcels}.
 */
function parcelsOf(pieces: readonly Piece[], packing: { weight: number; volume: number }): Parcel[] {
  const boxes: Parcel[] = []
  const packed: Parcel[] = []
  let open: Parcel | undefined
  const mustBeFew = (more: number) => {
    if (boxes.length + packed.length + more > MAX_PARCELS) throw new TooManyParcels()
  }
  for (const piece of pieces) {
    if ('box' in piece) {
      mustBeFew(piece.boxes)
      for (let box = 0; box < piece.boxes; box++) boxes.push(piece.box)
      continue
    }
    const { unit } = piece
    for (let left = piece.units; left > 0;) {
      const more: number = open ? Math.min(left, unitsThatFit(open, unit, packing)) : 0
      if (open && more > 0) {
        open = {
          weight: open.weight + more * unit.weight,
          volume: open.volume + more * unit.volume,
          length: Math.max(open.length, unit.length),
        }
        left -= more
      } else {
        // What is too large to be packed with anything is a parcel all the same.
        if (open) packed.push(open)
        mustBeFew(1)
        open = unit
        left--
      }
    }
  }
  return open ? [...packed, open, ...boxes] : [...packed, ...boxes]
}

function unitsThatFit(open: Parcel, unit: Parcel, packing: { weight: number; volume: number }): number {
  const fit = (measure: 'weight' | 'volume') => {
    const room = packing[measure] - open[measure]
    if (room < 0) return 0
    return unit[measure] === 0 ? Number.POSITIVE_INFINITY : Math.floor(room / unit[measure])
  }
  return Math.min(fit('weight'), fit('volume'))
}
