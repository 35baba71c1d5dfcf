import { amendedCarrierStatus, type CarrierStatus } from '@despatch/contract/routing/active-dates/carriers'
import { isDay } from '@despatch/domain/calendar/day'
import {
  activeDatesProblems,
  activeDatesText,
  type ActiveRange,
  type RangeProblem,
} from '@despatch/domain/routing/active-dates/active-dates'
import type { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'

export type CarrierValues = z.input<typeof amendedCarrierStatus>

export const CARRIER_LABELS = { active: 'active', activeDates: 'active dates' } as const

export const carrierTitle = ({ carrierName, carrier }: Pick<CarrierStatus, 'carrier' | 'carrierName'>) =>
  carrierName === carrier ? carrier : `${carrierName} (${carrier})`

/** The title of a carrier's record. */
export const datesTitle = (carrier: Pick<CarrierStatus, 'carrier' | 'carrierName'>) =>
  `Active dates of ${carrierTitle(carrier)}`

export function valuesOf({ client, carrier, active, activeDates, version }: CarrierStatus): CarrierValues {
  return { client, carrier, active, activeDates, version }
}

/** Whether the days are valid; a user may still be typing. */
const isReadable = ({ from, to }: ActiveRange) => isDay(from) && (to === null || isDay(to))

/** The valid ranges with their index in the form. */
export function readableRanges(ranges: readonly ActiveRange[]): (ActiveRange & { place: number })[] {
  return ranges.flatMap((range, place) => (isReadable(range) ? [{ ...range, place }] : []))
}

/** Problems of the valid ranges, by form path. */
export function rangeProblems(ranges: readonly ActiveRange[]): RangeProblem[] {
  const readable = readableRanges(ranges)
  return activeDatesProblems(readable).map(({ path, message }) => {
    const [index, field] = path.split('.')
    return { path: `activeDates.${readable[Number(index)]?.place}.${field}`, message }
  })
}

/** The shape of the body with the server's additional rules. */
export const carrierValues = amendedCarrierStatus.superRefine(({ activeDates }, { addIssue }) => {
  for (const { path, message } of rangeProblems(activeDates))
    addIssue({ code: 'custom', path: path.split('.').map((part) => (/^\d/.test(part) ? Number(part) : part)), message })
})

/** The values for people. */
export function shownCarrier({ active, activeDates }: CarrierValues): ShownFields {
  return {
    active: { title: 'Active', text: active === 'Y' ? 'Active' : 'Not active' },
    activeDates: { title: 'Active dates', text: activeDatesText(readableRanges(activeDates)) },
  }
}
