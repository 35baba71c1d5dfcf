import { type Day, type DaysOff, formatDay, NO_DAYS_OFF } from '../../calendar/day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { promisedDate } from './promised-date.ts'

type Promise = {
  readonly despatchedOn: Day
  readonly promisedDate: Day
  readonly service: DispatchService
  /** The method that the parcel was allocated, where the client's rule book still has it. */
  readonly method?: { readonly description: string; readonly transitDays: number } | undefined
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
  const began = `It was despatched on ${formatDay(despatchedOn)}`
  if (method) {
    const own = promisedDate(despatchedOn, service, method.transitDays, daysOff)
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
