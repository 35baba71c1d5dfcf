import { rulePlace } from '../served-places.ts'
import { addDays, type Day } from '../../calendar/day.ts'
import type { DispatchService } from '../dispatch-service.ts'
import type { CompiledBook } from '../rule-book/compile-book.ts'
import { compareCodes } from '../../text/compare-codes.ts'
import { type Consignment, DAYS_AHEAD, type Hold, holdKey, type Parcel } from './consignment.ts'
import { packParcels, type Packed, TooManyParcels, withoutUnknown } from './split/pack-parcels.ts'
import type { FixedRoute } from '../rule-book/rule-book.ts'

/** Measures of a SKU: of one unit, or of its boxes. Grams, millimetres, cubic centimetres. */
export type Goods = {
  readonly unit: Parcel
  readonly categories: readonly string[]
  /** The boxes of a multi-box product. */
  readonly components: readonly { readonly sku: string; readonly box: Parcel; readonly categories: readonly string[] }[]
}

export type OrderToShip = {
  readonly service: DispatchService
  readonly country: string
  readonly region: string | null
  readonly despatchDay: Day
  /** See {@link Consignment}. */
  readonly daysOff?: readonly Day[] | undefined
  readonly stops?: Consignment['stops']
  readonly clock?: Consignment['clock']
  /** '' or missing if unknown. */
  readonly postcode?: string | undefined
  readonly terms?: Consignment['terms']
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[]
}

/** A consignment with the SKUs that travel in it. */
export type PlannedConsignment = Consignment & { readonly skus: readonly string[] }

/** Why an order has no plan: a product's boxes must share one method but are held to several. */
export type PlanConflict = { readonly product: string; readonly holds: readonly Hold[] }

/**
 * The consignments of an order. Goods without a hold, or with a hold to a carrier only, join those with a closer hold.
 * `apart` has, for each consignment, the separate consignments to use if no method takes them together, each with its
 * own hold. It is empty if there is nothing to separate.
 */
export type PlannedConsignments = {
  readonly consignments: readonly PlannedConsignment[]
  readonly apart: readonly (readonly PlannedConsignment[])[]
}

export type Plan = PlannedConsignments | { readonly conflict: PlanConflict }

/** Goods that travel together: units of a SKU that may share parcels, or boxes that are parcels of their own. */
type Piece = {
  readonly sku: string
  readonly hold: Hold | null
  /** Its own hold on a day. */
  readonly holdOn: (day: Day) => Hold | null
  /** The product whose boxes must share one method. */
  readonly boundTo: string | null
} & Packed

const UNKNOWN: Goods = {
  unit: { weight: 0, length: 0, volume: 0, unknown: ['weight', 'length', 'volume'] },
  categories: [],
  components: [],
}

/**
 * Splits an order into consignments and parcels, independently of the order of its lines. domain.md, Allocation 1: 'A
 * multi-box product's components each travel as parcels of their own; with the same-carrier flag they travel with one
 * method. Lines held to different methods by fixed routing travel apart, unless same-carrier binds them: then the order
 * is a routing exception that names both rules.' Goods without a hold join the first held consignment as long as its
 * method may take them. Throws TooManyParcels.
 */
export function planConsignments(
  compiled: CompiledBook,
  order: OrderToShip,
  goodsOf: (sku: string) => Goods | undefined,
): Plan {
  const ownPieces = order.lines.flatMap(({ sku, quantity }) =>
    piecesOf(compiled, order, sku, quantity, goodsOf(sku) ?? UNKNOWN),
  )
  const bound = Map.groupBy(ownPieces, ({ boundTo }) => boundTo)
  const holdOfProduct = new Map<string, Hold>()
  for (const [product, boxes] of bound) {
    if (product === null) continue
    const [hold, ...others] = mergedHolds(boxes)
    if (hold && others.length > 0) {
      const holds = [hold, ...others].toSorted((one, other) => compareCodes(holdKey(one), holdKey(other)))
      return { conflict: { product, holds } }
    }
    if (hold) holdOfProduct.set(product, hold)
  }
  // Boxes that share one method all get the closest hold among them.
  const pieces = ownPieces.map((piece) => ({
    ...piece,
    hold: holdOfProduct.get(piece.boundTo ?? '') ?? piece.hold,
  }))

  const consignmentOf = (hold: Hold | null, mine: readonly Piece[]): PlannedConsignment => ({
    service: order.service,
    country: order.country,
    region: order.region,
    despatchDay: order.despatchDay,
    ...daysNotOffered(compiled, order, mine),
    ...dayRulesOf(order),
    parcels: packParcels(mine, compiled.book.packing).map(order.terms ? (parcel) => parcel : withoutUnknown),
    heldTo: hold,
    skus: [...new Set(mine.map(({ sku }) => sku))],
  })
  const held = mergedHolds(pieces)
  const groups: (Hold | null)[] = held.length > 0 ? held : [null]
  const groupOf = ({ hold }: Piece) => (hold && held.find((one) => isWithin(hold, one))) ?? groups[0] ?? null
  const apartOf = (mine: readonly Piece[]) => {
    const ofOwn = [...Map.groupBy(mine, ({ hold }) => (hold ? holdKey(hold) : '')).values()]
    if (ofOwn.length < 2) return []
    return ofOwn
      .map((own) => consignmentOf(mergedHolds(own)[0] ?? null, own))
      .toSorted(({ heldTo: one }, { heldTo: other }) => closestFirst(one, other))
  }
  const planned = groups.flatMap((hold) => {
    const mine = pieces.filter((piece) => groupOf(piece) === hold)
    const apart = apartOf(mine)
    try {
      return [{ consignment: consignmentOf(hold, mine), apart }]
    } catch (error) {
      // Separate the goods if they are too many for one consignment.
      if (!(error instanceof TooManyParcels) || apart.length === 0) throw error
      return apart.map((consignment) => ({ consignment, apart: [] }))
    }
  })
  return { consignments: planned.map(({ consignment }) => consignment), apart: planned.map(({ apart }) => apart) }
}

/** What a decision counts for the order beside the rule book, as far as there is any. */
const dayRulesOf = ({ stops, clock, terms }: OrderToShip): Pick<Consignment, 'stops' | 'clock' | 'terms'> => ({
  ...(stops && { stops }),
  ...(clock && { clock }),
  ...(terms && { terms }),
})

function piecesOf(compiled: CompiledBook, order: OrderToShip, sku: string, quantity: number, goods: Goods): Piece[] {
  const { despatchDay } = order
  const holdOn = (day: Day) => holdFor(compiled, { ...order, despatchDay: day }, sku, goods.categories)
  if (goods.components.length === 0)
    return [{ sku, hold: holdOn(despatchDay), holdOn, boundTo: null, units: quantity, unit: goods.unit }]
  const { Same_Component_Carrier: exceptions, Same_Component_Carrier_Default: usual } = compiled.book.multiBox
  const isBound = (exceptions[sku] ?? usual) === 'Y'
  return goods.components.map((component) => {
    // A box without a hold of its own follows its product.
    const holdOfBox = (day: Day) =>
      holdFor(compiled, { ...order, despatchDay: day }, component.sku, component.categories) ?? holdOn(day)
    return {
      sku: component.sku,
      hold: holdOfBox(despatchDay),
      holdOn: holdOfBox,
      boundTo: isBound ? sku : null,
      boxes: quantity,
      box: component.box,
    }
  })
}

/** Lists the days that reasons must not suggest: days off, and days on which other fixed routes apply to some goods. */
function daysNotOffered(
  { routeDays }: CompiledBook,
  { despatchDay, daysOff = [] }: OrderToShip,
  pieces: readonly Piece[],
): Pick<Consignment, 'daysOff'> {
  const last = addDays(despatchDay, DAYS_AHEAD)
  const changing = routeDays.filter((day) => despatchDay < day && day <= last)
  const days = new Set(daysOff)
  for (const [index, first] of changing.entries()) {
    const isOtherwise = pieces.some(({ holdOn }) => holdKey(holdOn(first)) !== holdKey(holdOn(despatchDay)))
    const next = changing[index + 1] ?? addDays(last, 1)
    if (isOtherwise) for (let day = first; day < next; day = addDays(day, 1)) days.add(day)
  }
  return days.size > 0 ? { daysOff: [...days].toSorted() } : {}
}

/**
 * Finds the hold of a SKU; null if no route applies. domain.md, Allocation 4: 'the most specific row that applies holds
 * the line to its carrier or method: SKU with region, SKU, category with region, category.'
 */
export function holdFor(
  compiled: CompiledBook,
  order: Pick<OrderToShip, 'country' | 'region' | 'despatchDay'>,
  sku: string,
  categories: readonly string[],
): Hold | null {
  const place = rulePlace(order, compiled.book.homeCountry)
  const region = place.isHome ? place.region : null
  const applies = (route: FixedRoute) => isApplying(route, region, order.despatchDay)
  const route =
    compiled.routesOfSku.get(sku)?.find(applies) ??
    mostSpecific(categories.flatMap((category) => compiled.routesOfCategory.get(category)?.find(applies) ?? []))
  if (!route) return null
  const { carrier, clientMethodID, customPreferenceID } = route
  return { carrier, clientMethodID, customPreferenceIDs: [customPreferenceID] }
}

/** Whether a route applies on a day in a region of the home country (null: abroad or unknown). */
export const isApplying = ({ regions, startDate, endDate }: FixedRoute, region: string | null, day: Day): boolean =>
  (regions.length === 0 || (region !== null && regions.includes(region))) &&
  (startDate === null || startDate <= day) &&
  (endDate === null || day <= endDate)

function mostSpecific(routes: readonly FixedRoute[]): FixedRoute | undefined {
  return routes.find(({ regions }) => regions.length > 0) ?? routes[0]
}

/** Merges the holds of goods, closest first: a hold to a carrier merges with one to a method of that carrier. */
function mergedHolds(pieces: readonly Piece[]): Hold[] {
  const merged: Hold[] = []
  for (const hold of pieces.flatMap(({ hold: one }) => one ?? []).toSorted(closestFirst)) {
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

/** Holds to methods come first, so that holds to carriers can merge; then by code, regardless of the order of lines. */
function closestFirst(one: Hold | null, other: Hold | null): number {
  if (!one || !other) return Number(!one) - Number(!other)
  return (
    Number(toMethod(other)) - Number(toMethod(one)) ||
    compareCodes(holdKey(one), holdKey(other)) ||
    compareCodes(one.customPreferenceIDs.join(), other.customPreferenceIDs.join())
  )
}

const toMethod = ({ clientMethodID }: Hold) => clientMethodID !== null

/** Whether goods with one hold may travel under another. */
function isWithin(hold: Hold | null, other: Hold): boolean {
  if (hold?.carrier !== other.carrier) return false
  return hold.clientMethodID === null || hold.clientMethodID === other.clientMethodID
}
