import type { CategoryDetailRow } from '@despatch/contract/routing/fixed-routing/fixed-route'
import { regionCode } from '@despatch/contract/routing/rule-book/fields'
import { dayOrEmpty } from '@despatch/contract/route/fields'
import { type NamedRegion, wholeRegionText } from '@despatch/domain/routing/fixed-routing/region-text'
import { formatDayShort, isDay } from '@despatch/domain/calendar/day'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'

/** The form values of a route; empty fields are unrestricted. */
export const routeShape = {
  carrier: z.string(),
  method: z.string(),
  regionList: z.array(regionCode),
  startDate: dayOrEmpty,
  endDate: dayOrEmpty,
}
export type RouteValues = {
  carrier: string
  method: string
  regionList: string[]
  startDate: string
  endDate: string
}
export const BLANK: RouteValues = { carrier: '', method: '', regionList: [], startDate: '', endDate: '' }
export const ROUTE_LABELS = {
  carrier: 'Carrier',
  method: 'Method',
  regionList: 'Regions',
  startDate: 'First day',
  endDate: 'Last day',
} as const
export type RouteField = keyof RouteValues

export const LAST_BEFORE_FIRST = { path: ['endDate'], message: 'The end date is before the start date' }
export const areInOrder = ({ startDate, endDate }: Pick<RouteValues, 'startDate' | 'endDate'>) =>
  !isDay(startDate) || !isDay(endDate) || startDate <= endDate

/** The values of a row. */
export const valuesOf = (row: CategoryDetailRow): RouteValues => ({
  carrier: row.CarrierCode,
  method: row.method,
  regionList: [...row.RegionList],
  startDate: row.startDate ?? '',
  endDate: row.endDate ?? '',
})

/** The common values of rows, and the fields that differ, which are blank. A method belongs to its carrier. */
export function commonValues(rows: readonly CategoryDetailRow[]): {
  values: RouteValues
  mixed: readonly RouteField[]
} {
  const [first, ...others] = rows.map(valuesOf)
  if (!first) return { values: BLANK, mixed: [] }
  const fields = Object.keys(BLANK) as RouteField[]
  const differing = fields.filter((field) => others.some((other) => String(other[field]) !== String(first[field])))
  const mixed = differing.includes('carrier') ? [...new Set<RouteField>([...differing, 'method'])] : differing
  return { values: { ...first, ...Object.fromEntries(mixed.map((field) => [field, BLANK[field]])) }, mixed }
}

/** The fields for the calls. */
export function toRouteBody({ carrier, method, regionList, startDate, endDate }: RouteValues) {
  return { carrier, method: method || null, regionList, startDate: startDate || null, endDate: endDate || null }
}

/** Values for people; `mixed` fields differ between rows. Needs all regions for their names. */
export function shownRoute(
  values: RouteValues,
  mixed: readonly RouteField[],
  regions: readonly NamedRegion[],
): ShownFields {
  const shownField = (field: RouteField, text: string) => ({
    title: ROUTE_LABELS[field],
    text: mixed.includes(field) ? 'Different in the rows chosen' : text,
  })
  return {
    carrier: shownField('carrier', [values.carrier, values.method || 'any method'].filter(Boolean).join(', ')),
    regionList: shownField('regionList', wholeRegionText(values.regionList, regions)),
    startDate: shownField('startDate', dayText(values.startDate)),
    endDate: shownField('endDate', dayText(values.endDate)),
  }
}

const dayText = (day: string) => (isDay(day) ? formatDayShort(day) : day)
