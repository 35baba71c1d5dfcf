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

/** The services as the product keeps them: NAMEDDAY is the same as NAMED DAY. */
export const DISPATCH_SERVICES = ['STANDARD', 'NEXT DAY', 'NAMED DAY'] as const
export type DispatchService = (typeof DISPATCH_SERVICES)[number]

/** The one spelling of a service type. */
export function dispatchService(service: ServiceType): DispatchService {
  return service === 'NAMEDDAY' ? 'NAMED DAY' : service
}

/** What is wrong with a day: the rule, which has nothing of the day in it, and what would be right, where something would. */
export type DespatchDayFault = {
  readonly rule: string
  readonly advice?: string | undefined
  /** Both in one, for the field. */
  readonly message: string
}

/**
 * What is wrong with the day asked for, or undefined when nothing is. Whatever the service, the day given is the despatch
 * day: a working day of the client's calendar that has not passed (days in the operator's zone), at most a year ahead. A
 * refusal names the next available day.
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
    return problem('This day has passed', `${formatDay(day)} has passed`, wouldDo(workingDayFrom(today, daysOff)))
  if (day > last) return problem(TOO_FAR, TOO_FAR, `the last day is ${formatDay(last)}`)
  if (isWorkingDay(day, daysOff)) return undefined
  const isOff = daysOff.has(day) && weekday(day) < 5
  const next = workingDayFrom(day, daysOff)
  return problem(
    isOff ? 'Nothing is despatched on this day, by the client’s calendar' : WEEKEND,
    isOff ? `Nothing is despatched on ${formatDay(day)}, by the client’s calendar` : WEEKEND,
    next > last ? 'choose an earlier day' : wouldDo(next),
  )
}

/** The same in words for the field. */
export function despatchDayProblem(...asked: Parameters<typeof despatchDayFault>): string | undefined {
  return despatchDayFault(...asked)?.message
}

const NO_DAY = 'Choose the day: a named-day order needs one'
const TOO_FAR = 'A despatch day is at most a year ahead'
const WEEKEND = 'Orders are not despatched at weekends'

function problem(rule: string, what: string, advice: string): DespatchDayFault {
  return { rule, advice, message: `${what}. ${advice.charAt(0).toUpperCase()}${advice.slice(1)}` }
}

/** The last day on which an order that is placed today may be despatched: the same day of the next year. */
export const lastDay = (today: Day): Day => yearAfter(today)

const wouldDo = (day: Day) => `the next available day is ${formatDay(day)}`

const workingDayFrom = (day: Day, daysOff: DaysOff) => (isWorkingDay(day, daysOff) ? day : nextWorkingDay(day, daysOff))

/** The day an order is despatched: the day given, else the next working day (of the client's calendar) after it was placed. */
export function despatchDay(day: Day | undefined, now: Date, daysOff: DaysOff): Day {
  return day ?? nextWorkingDay(dayOf(now), daysOff)
}
