import { type Day, formatDay } from '../../calendar/day.ts'
import { WEEKDAYS } from '../../calendar/weekdays.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { listLabel } from '../../routing/allocation/decision-labels.ts'
import { USUAL_DELIVERY_WEEKDAYS } from '../../routing/rule-book/rule-book.ts'
import { type IsHoliday, promisedDate, type ServiceTime } from './promised-date.ts'

type ParcelPromise = {
  readonly despatchedOn: Day
  readonly promisedDate: Day
  readonly service: DispatchService
  /**
   * The method of the order's first allocation, if the rule book still has it, with its planned day; without a day, the
   * method that the parcel was allocated to.
   */
  readonly method?:
    | (ServiceTime & { readonly description: string; readonly plannedFor?: Day | null | undefined })
    | undefined
  /** Public holidays of the destination; without it none are known. */
  readonly isHoliday?: IsHoliday | undefined
}

/** '(Saturday, Sunday and public holidays skipped)'. */
function skippedDays(method: ServiceTime | undefined, hasHolidays: boolean): string {
  const { deliveryWeekdays = USUAL_DELIVERY_WEEKDAYS, deliversOnHolidays = false } = method ?? {}
  const days: string[] = WEEKDAYS.filter((_, index) => !deliveryWeekdays.includes(index))
  if (hasHolidays && !deliversOnHolidays) days.push('public holidays')
  return days.length === 0 ? '(every day counts)' : `(${listLabel(days)} skipped)`
}

/**
 * Explains a parcel's promised date: the rule, its value, and what would change it. `followsMethod` is true if the
 * method's transit days decided it. Source: domain.md, 'A parcel has a promised date from its service.'
 */
export function explainPromise(parcel: ParcelPromise): { why: string; followsMethod: boolean } {
  const { despatchedOn, service, method, isHoliday } = parcel
  const skippedText = skippedDays(method, isHoliday !== undefined)
  const promised = formatDay(parcel.promisedDate)
  const from = method?.plannedFor ?? despatchedOn
  const beginning = `It was ${method?.plannedFor ? 'planned to leave' : 'despatched'} on ${formatDay(from)}`
  if (method) {
    const own = promisedDate(from, service, method, isHoliday)
    const { transitDays } = method
    const takes = `${method.description} takes ${transitDays} delivery ${transitDays === 1 ? 'day' : 'days'} ${skippedText}`
    if (own === parcel.promisedDate)
      return {
        why: `${beginning}, and ${takes}, so it was promised for ${promised}. A method with fewer transit days would promise an earlier date.`,
        followsMethod: true,
      }
    return {
      why: `Promised for ${promised} when it was despatched. ${takes} under today’s carrier rules, which gives ${formatDay(own)}. The despatches file gave another date, or the method has changed since.`,
      followsMethod: false,
    }
  }
  const usual = promisedDate(despatchedOn, service, undefined, isHoliday)
  return {
    why:
      usual === parcel.promisedDate
        ? `${beginning} as ${service}, which usually takes until ${promised} ${skippedText}. Its carrier service is not in the client’s carrier rules, so its transit days are unknown.`
        : `Promised for ${promised} by the file of despatches. ${service} usually takes until ${formatDay(usual)}.`,
    followsMethod: false,
  }
}

/** Explains the carrier's promise; `promisedDate` null is a service that is not contracted. */
export function explainCarriersPromise({
  despatchedOn,
  promisedDate: promised,
  carrierService,
}: {
  readonly despatchedOn: Day
  readonly promisedDate: Day | null
  readonly carrierService: string
}): string {
  if (promised === null)
    return 'The service used is not in the client’s carrier rules, so the customer’s promise still applies.'
  const by = carrierService === '' ? 'the slowest service that it may have left by' : carrierService
  return `It left on ${formatDay(despatchedOn)} by ${by}, which promises ${formatDay(promised)}.`
}
