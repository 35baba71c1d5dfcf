import { listLabel } from '../allocation/telling.ts'
import type { FixedRoute } from '../rule-book/rule-book.ts'
import type { Day } from '../../calendar/day.ts'

/** A row of the category detail, as far as what is shown depends on it. */
type HeldRow = { readonly RegionList: readonly string[]; readonly CarrierCode: string }

/**
 * Whether a row stays when show_products_fixed is set. Specification 4: 'rows are kept only when they have a non-empty
 * region list and a non-blank carrier code, or a non-blank carrier code.' The second half covers the first.
 */
export function isShownAsFixed({ RegionList, CarrierCode }: HeldRow): boolean {
  const hasCarrier = CarrierCode.trim() !== ''
  return (RegionList.length > 0 && hasCarrier) || hasCarrier
}

/** The routing filter of specification 3, as far as it is of what a route holds to. Empty parts narrow nothing. */
export type RouteFilter = {
  readonly carrier: string
  readonly service: string
  readonly method: string
  /** The same by their names. */
  readonly serviceName: string
  readonly methodName: string
  readonly regionList: readonly string[]
  readonly startDate: Day | null
  readonly endDate: Day | null
  readonly customPreferenceIDs: readonly string[]
}

/** Whether a filter asks for something of a route, so that what nothing holds cannot meet it. */
export function asksForRoutes(filter: RouteFilter): boolean {
  const { carrier, service, method, serviceName, methodName } = filter
  const { regionList, startDate, endDate, customPreferenceIDs } = filter
  const texts = [carrier, service, method, serviceName, methodName, startDate ?? '', endDate ?? '']
  return texts.some((text) => text !== '') || regionList.length > 0 || customPreferenceIDs.length > 0
}

/**
 * Whether a route meets a filter: held to the carrier, service and method, naming any of the regions, in force on some
 * day from startDate to endDate. `names` are those of the route's method; undefined where it holds to a carrier alone.
 */
export function meetsRouteFilter(
  route: FixedRoute,
  names: { readonly service: string; readonly methodName: string } | undefined,
  filter: RouteFilter,
): boolean {
  const { carrier, regionList, startDate, endDate, customPreferenceIDs } = filter
  return (
    (carrier === '' || route.carrier === carrier) &&
    (filter.service === '' || names?.service === filter.service) &&
    (filter.serviceName === '' || names?.service === filter.serviceName) &&
    (filter.methodName === '' || names?.methodName === filter.methodName) &&
    (filter.method === '' || route.clientMethodID === filter.method) &&
    (regionList.length === 0 || route.regions.some((region) => regionList.includes(region))) &&
    (startDate === null || route.endDate === null || route.endDate >= startDate) &&
    (endDate === null || route.startDate === null || route.startDate <= endDate) &&
    (customPreferenceIDs.length === 0 || customPreferenceIDs.includes(route.customPreferenceID))
  )
}

/**
 * The carriers that routes of its categories hold a SKU to that has no route of its own: 'Arrow XL', 'DPD in some regions,
 * Arrow XL elsewhere'; '' where none is in force on the day. Takes the carriers' names. domain.md, Allocation 4: 'SKU with
 * region, SKU, category with region, category'.
 */
export function heldByCategoryText(
  routes: readonly FixedRoute[],
  categories: readonly string[],
  day: Day,
  nameOf: (carrier: string) => string,
): string {
  const inForce = categories.flatMap((category) =>
    routes.filter(
      ({ by, startDate, endDate }) =>
        'category' in by &&
        by.category === category &&
        (startDate === null || startDate <= day) &&
        (endDate === null || day <= endDate),
    ),
  )
  const everywhere = inForce.find(({ regions }) => regions.length === 0)
  const inSome = inForce.filter(({ regions, carrier }) => regions.length > 0 && carrier !== everywhere?.carrier)
  const some = [...new Set(inSome.map(({ carrier }) => nameOf(carrier)))]
  if (some.length === 0) return everywhere ? nameOf(everywhere.carrier) : ''
  return `${listLabel(some)} in some regions${everywhere ? `, ${nameOf(everywhere.carrier)} elsewhere` : ''}`
}
