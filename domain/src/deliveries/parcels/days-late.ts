import { type Day, daysBetween } from '../../calendar/day.ts'
import { deliveryException } from './promised-date.ts'

/** Days from the promise until delivery, or until today; 0 if not late. */
export function daysLate(parcel: { promisedDate: Day; deliveredOn: Day | null }, today: Day): number {
  return deliveryException(parcel, today) ? daysBetween(parcel.promisedDate, parcel.deliveredOn ?? today) : 0
}

/** '3 days late', '1 day late'; empty if not late. */
export function daysLateText(days: number): string {
  return days === 0 ? '' : `${days} ${days === 1 ? 'day' : 'days'} late`
}

/** Parcels that are this many days late, or more, are counted together. */
export const MOST_DAYS_LATE = 10

/** '3 days late', '10 or more days late': a group of late parcels. */
export const lateGroupText = (days: number): string =>
  days >= MOST_DAYS_LATE ? `${MOST_DAYS_LATE} or more days late` : daysLateText(days)
