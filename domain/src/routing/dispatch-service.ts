import {
  type Day,
  dayOf,
  type DaysOff,
  formatDay,
  isWorkingDay,
  nextWorkingDay,
  weekday,
  yearAfter,
} from '../calendar/day.ts'

/** Specification 3: 'Service types: STANDARD, NEXT DAY, NAMED DAY, NAMEDDAY.' */
export const SERVICE_TYPES = ['STANDARD', 'NEXT DAY', 'NAMED DAY', 'NAMEDDAY'] as const
export type ServiceType = (typeof SERVICE_TYPES)[number]

/** Services as stored: NAMEDDAY is the same as NAMED DAY. */
export const DISPATCH_SERVICES = ['STANDARD', 'NEXT DAY', 'NAMED DAY'] as const
export type DispatchService = (typeof DISPATCH_SERVICES)[number]

/** The stored spelling of a service type. */
export function dispatchService(service: ServiceType): DispatchService {
  return service === 'NAMEDDAY' ? 'NAMED DAY' : service
}

/** A problem of a despatch day: the general rule, and advice if there is any. */
export type DespatchDayFault = {
  readonly rule: string
  readonly advice?: string | undefined
  /** Rule and advice together, for the field. */
  readonly message: string
}

/**
 * Checks the requested despatch day; undefined if it is valid. For every service it must be a working day of the
 * client's calendar, not in the past (in the operator's time zone) and at most a year ahead. The message names the next
 * available day.
 */
export function despatchDayFault(
  service: DispatchService,
  day: Day | undefined,
  now: Date,
  daysOff: DaysOff,
): DespatchDayFault | undefined {
  if (!day) return service === 'NAMED DAY' ? { rule: NO_DAY, message: NO_DAY } : undefined
  const today = dayOf(now)
  const last = lastDay(today)
  if (day < today)
    return problem(
      'This day has passed',
      `${formatDay(day)} has passed`,
      nextAvailableText(workingDayFrom(today, daysOff)),
    )
  if (day > last) return problem(TOO_FAR, TOO_FAR, `the last day is ${formatDay(last)}`)
  if (isWorkingDay(day, daysOff)) return undefined
  const isOff = daysOff.has(day) && weekday(day) < 5
  const next = workingDayFrom(day, daysOff)
  return problem(
    isOff ? 'This is a non-working day in the client’s calendar' : WEEKEND,
    isOff ? `${formatDay(day)} is a non-working day in the client’s calendar` : WEEKEND,
    next > last ? 'choose an earlier day' : nextAvailableText(next),
  )
}

/** The message for the field. */
export function despatchDayProblem(...args: Parameters<typeof despatchDayFault>): string | undefined {
  return despatchDayFault(...args)?.message
}

const NO_DAY = 'Choose a date for the named-day order'
const TOO_FAR = 'A despatch date is at most a year ahead'
const WEEKEND = 'Orders are not despatched at weekends'

function problem(rule: string, what: string, advice: string): DespatchDayFault {
  return { rule, advice, message: `${what}. ${advice.charAt(0).toUpperCase()}${advice.slice(1)}` }
}

/** The last possible despatch day for an order placed today: the same day of the next year. */
export const lastDay = (today: Day): Day => yearAfter(today)

const nextAvailableText = (day: Day) => `the next available day is ${formatDay(day)}`

const workingDayFrom = (day: Day, daysOff: DaysOff) => (isWorkingDay(day, daysOff) ? day : nextWorkingDay(day, daysOff))

/**
 * The despatch day of an order: the requested day, or the next working day of the client's calendar after it was
 * placed.
 */
export function despatchDay(day: Day | undefined, now: Date, daysOff: DaysOff): Day {
  return day ?? nextWorkingDay(dayOf(now), daysOff)
}
