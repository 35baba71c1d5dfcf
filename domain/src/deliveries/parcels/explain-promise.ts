import { type Day, type DaysOff, formatDay, NO_DAYS_OFF } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { promisedDate } from './promised-date.ts'

type Promise = {
  readonly despatchedOn: Day
  readonly promisedDate: Day
  readonly service: DispatchService
  /**
   * The method that its order was first decided for, where the client's rule book still has it, and the day that it was planned to
   * leave on; without a day, the method that the parcel was allocated to.
   */
  readonly method?:
    | { readonly description: string; readonly transitDays: number; readonly plannedFor?: Day | null | undefined }
    | undefined
  /** The client's calendar of today. */
  readonly daysOff?: DaysOff | undefined
}

const skipped = (daysOff: DaysOff) =>
  daysOff === NO_DAYS_OFF ? '(Saturday and Sunday skipped)' : '(Saturday, Sunday and the client’s days off skipped)'
const workingDays = (days: number, daysOff: DaysOff) =>
  `${days} working ${days === 1 ? 'day' : 'days'} ${skipped(daysOff)}`

/**
 * Why a parcel is promised for its day, in words: the rule, its value, and what would alter it. domain.md: 'A parcel has a
 * promised date from its service.' `followsMethod` is true where the method's own transit days made it so.
 */
export function explainPromise(given: Promise): { why: string; followsMethod: boolean } {
  const { despatchedOn, service, method, daysOff = NO_DAYS_OFF } = given
  const promised = formatDay(given.promisedDate)
  const from = method?.plannedFor ?? despatchedOn
  const began = `It was ${method?.plannedFor ? 'planned to leave' : 'despatched'} on ${formatDay(from)}`
  if (method) {
    const own = promisedDate(from, service, method.transitDays, daysOff)
    const takes = `${method.description} takes ${workingDays(method.transitDays, daysOff)}`
    if (own === given.promisedDate)
      return {
        why: `${began}, and ${takes}: promised for ${promised}. A method of fewer transit days would promise an earlier day.`,
        followsMethod: true,
      }
    return {
      why: `Promised for ${promised} when it was despatched. ${takes} by the rule book of today, which would be ${formatDay(own)}: the file of despatches named its own day, or the method${daysOff === NO_DAYS_OFF ? '' : ' or the calendar'} was changed since.`,
      followsMethod: false,
    }
  }
  const usual = promisedDate(despatchedOn, service, undefined, daysOff)
  return {
    why:
      usual === given.promisedDate
        ? `${began} as ${service}, which usually takes until ${promised} ${skipped(daysOff)}. Its carrier service is no method of the client’s rule book, so no transit days of its own are known.`
        : `Promised for ${promised} by the file of despatches. ${service} usually takes until ${formatDay(usual)}.`,
    followsMethod: false,
  }
}

/** Why its carrier promised a parcel for a day, in words; `promisedDate` null is a service that is not contracted. */
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
    return 'The service that left is no method of the client’s rule book: the shopper’s promise stands.'
  const by = carrierService === '' ? 'the slowest service that it may have left by' : carrierService
  return `It left on ${formatDay(despatchedOn)} by ${by}, which promises ${formatDay(promised)}.`
}
