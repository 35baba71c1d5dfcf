import { listLabel } from '../allocation/decision-labels.ts'
import type { FixedRoute } from '../rule-book/rule-book.ts'
import type { Day } from '../../calendar/day.ts'

/** The fields that decide whether a row of the category detail is shown. */
type RouteRow = { readonly RegionList: readonly string[]; readonly CarrierCode: string }

/**
 * Whether show_products_fixed keeps a row. Specification 4: 'rows are kept only when they have a non-empty region list
 * and a non-blank carrier code, or a non-blank carrier code.' The second condition includes the first.
 */
export function hasFixedRoute({ RegionList, CarrierCode }: RouteRow): boolean {
  const hasCarrier = CarrierCode.trim() !== ''
  return (RegionList.length > 0 && hasCarrier) || hasCarrier
}

/** The part of specification 3's routing filter that concerns routes. Empty fields match everything. */
export type RouteFilter = {
  readonly carrier: string
  readonly service: string
  readonly method: string
  /** Service and method by name. */
  readonly serviceName: string
  readonly methodName: string
  readonly regionList: readonly string[]
  readonly startDate: Day | null
  readonly endDate: Day | null
  readonly customPreferenceIDs: readonly string[]
}

/** Whether a filter has conditions on routes, so that products without a route cannot match. */
export function filtersByRoute(filter: RouteFilter): boolean {
  const { carrier, service, method, serviceName, methodName } = filter
  const { regionList, startDate, endDate, customPreferenceIDs } = filter
  const texts = [carrier, service, method, serviceName, methodName, startDate ?? '', endDate ?? '']
  return texts.some((text) => text !== '') || regionList.length > 0 || customPreferenceIDs.length > 0
}

/**
 * Whether a route matches a filter: its carrier, service and method, any of the regions, and valid on some day from
 * startDate to endDate. `names` are those of the route's method; undefined if it names only a carrier.
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
 * Describes the carriers that category routes give a SKU without a route of its own: 'Arrow XL', 'DPD in some regions,
 * Arrow XL elsewhere'; '' if none is valid on the day. domain.md, Allocation 4: 'SKU with region, SKU, category with
 * region, category'.
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
