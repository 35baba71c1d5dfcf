import type { FixedRoute } from '../rule-book/rule-book.ts'
import { formatDayShort } from '../../calendar/day.ts'
import { dayProblems } from '../active-dates/active-dates.ts'

/** A route without its id. */
export type RouteTerms = Omit<FixedRoute, 'customPreferenceID'>

/** The client's items that routes may refer to. */
export type RouteReferences = {
  readonly skus: ReadonlySet<string>
  readonly categories: ReadonlySet<string>
  readonly regions: ReadonlySet<string>
  readonly carriers: ReadonlySet<string>
  /** The carrier of each method, by method id. */
  readonly methods: ReadonlyMap<string, string>
}

/** The fields of the calls that can have problems. */
export type RouteField = 'skus' | 'category' | 'regionList' | 'carrier' | 'method' | 'startDate' | 'endDate'
export type RouteProblem = { readonly path: RouteField; readonly message: string }

const MAX_LISTED_NAMES = 5

/** Finds the problems of routes, each field once: unknown names, reversed days and implausible days. */
export function routeProblems(routes: readonly RouteTerms[], known: RouteReferences): RouteProblem[] {
  const skus = missing(
    routes.flatMap(({ by }) => ('sku' in by ? by.sku : [])),
    known.skus,
  )
  const categories = missing(
    routes.flatMap(({ by }) => ('category' in by ? by.category : [])),
    known.categories,
  )
  const regions = missing(
    routes.flatMap((route) => route.regions),
    known.regions,
  )
  const carriers = missing(
    routes.map(({ carrier }) => carrier),
    known.carriers,
  )
  const problems: RouteProblem[] = []
  if (skus.length > 0)
    problems.push({
      path: 'skus',
      message: `${listed(skus)} ${skus.length === 1 ? 'doesn’t' : 'don’t'} exist. Choose SKUs from the list`,
    })
  if (categories.length > 0)
    problems.push({
      path: 'category',
      message: `No SKUs in category ${listed(categories)}. Choose from the list`,
    })
  if (regions.length > 0)
    problems.push({ path: 'regionList', message: `There is no region ${listed(regions)}. Choose from the list` })
  if (carriers.length > 0)
    problems.push({ path: 'carrier', message: `This client has no carrier ${listed(carriers)}. Choose from the list` })
  const method = routes.map((route) => methodProblem(route, known)).find((message) => message !== undefined)
  if (method) problems.push({ path: 'method', message: method })
  const strange = strangeDays(routes)
  if (strange.length > 0) problems.push(...strange)
  else if (routes.some(({ startDate, endDate }) => startDate !== null && endDate !== null && endDate < startDate))
    problems.push({ path: 'endDate', message: 'The end date is before the start date' })
  return problems
}

/** Reports implausible days, at most one for each field. */
function strangeDays(routes: readonly RouteTerms[]): RouteProblem[] {
  return (['startDate', 'endDate'] as const).flatMap((path) =>
    routes
      .flatMap((route) => (route[path] === null ? [] : dayProblems(route[path], path)))
      .slice(0, 1)
      .map(({ message }) => ({ path, message })),
  )
}

function methodProblem({ carrier, clientMethodID }: RouteTerms, { methods }: RouteReferences): string | undefined {
  if (clientMethodID === null) return undefined
  const owner = methods.get(clientMethodID)
  if (owner === undefined) return `This client has no method ${clientMethodID}. Choose from the list`
  return owner === carrier
    ? undefined
    : `Method ${clientMethodID} belongs to ${owner}, not ${carrier}. Choose a method of ${carrier}, or none`
}

/**
 * Finds the first route that applies to the same SKU or category, regions and days as another one, so that one of them
 * would never apply. `among` are the unchanged routes.
 */
export function equalRoute(
  routes: readonly RouteTerms[],
  among: readonly FixedRoute[],
): { readonly route: RouteTerms; readonly equalTo: FixedRoute | undefined } | undefined {
  const placed = new Map<string, FixedRoute | undefined>(among.map((route) => [placeOf(route), route]))
  for (const route of routes) {
    const place = placeOf(route)
    if (placed.has(place)) return { route, equalTo: placed.get(place) }
    placed.set(place, undefined)
  }
  return undefined
}

/** The message for a route that equals another. */
export function equalRouteText(route: RouteTerms, equalTo: FixedRoute | undefined): string {
  const what = nameOfRoute(route)
  const where = route.regions.length === 0 ? 'everywhere' : `for ${listed(route.regions)}`
  const place = `${where}, ${daysLabel(route)}`
  return equalTo
    ? `${what} already has a fixed route ${place}, to ${equalTo.carrier}. Change it, or choose other regions or dates`
    : `${what} would have two fixed routes ${place}. Remove one`
}

/** 'SKU MUG-1', or 'Category Kitchen'. */
export function nameOfRoute({ by }: Pick<RouteTerms, 'by'>): string {
  return 'sku' in by ? `SKU ${by.sku}` : `Category ${by.category}`
}

function daysLabel({ startDate, endDate }: RouteTerms): string {
  if (startDate !== null && endDate !== null) return `${formatDayShort(startDate)} to ${formatDayShort(endDate)}`
  if (startDate !== null) return `from ${formatDayShort(startDate)} on`
  return endDate === null ? 'on any day' : `until ${formatDayShort(endDate)}`
}

function placeOf({ by, regions, startDate, endDate }: RouteTerms): string {
  const of = 'sku' in by ? ['sku', by.sku] : ['category', by.category]
  return JSON.stringify([of, [...new Set(regions)].toSorted(), startDate, endDate])
}

function missing(names: readonly string[], known: ReadonlySet<string>): string[] {
  return [...new Set(names.filter((name) => !known.has(name)))]
}

/** 'A, B and 3 more'. */
function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED_NAMES
  return names.slice(0, MAX_LISTED_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
