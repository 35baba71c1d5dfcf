import { atMinute, type Day, dayOf, OPERATOR_ZONE, weekday } from '../../calendar/day.ts'

/** Minutes since midnight on the operator's clock, 0 to 1439. */
export type Minute = number

/** The cut-offs of a carrier, or of one of its services. */
export type CutOffRule = {
  readonly carrier: string
  /** The carrier service; '' for the carrier, and for its services as far as they have none of their own. */
  readonly service: string
  /** By weekday from Monday; null has none of its own. */
  readonly weekdays: readonly (Minute | null)[]
  /** Other cut-offs on single days; null has none on this day. */
  readonly exceptions: readonly { readonly day: Day; readonly minute: Minute | null }[]
}

/** The cut-off of a carrier ('' as service) or of one of its services on one day; null overrides the carrier's. */
export type CutOff = { readonly carrier: string; readonly service: string; readonly minute: Minute | null }

/**
 * The cut-offs of a day. For each service: its exception, else the carrier's exception, else its own weekday, else the
 * carrier's. best-of-the-day.md, 2.
 */
export function cutOffsOn(rules: readonly CutOffRule[], day: Day): readonly CutOff[] {
  const onDay = weekday(day)
  return rules.flatMap((rule) => {
    const ofCarrier = rules.find(({ carrier, service }) => carrier === rule.carrier && service === '')
    const exception = [rule, ofCarrier].flatMap((one) => one?.exceptions.filter((other) => other.day === day) ?? [])[0]
    const minute = exception ? exception.minute : (rule.weekdays[onDay] ?? ofCarrier?.weekdays[onDay] ?? null)
    const { carrier, service } = rule
    return minute === null && service === '' ? [] : [{ carrier, service, minute }]
  })
}

type CarrierService = { readonly carrier: string; readonly carrierService: string }

/** The cut-off that a method has among those of a day. */
export function cutOffOf<Of extends CutOff>(
  cutOffs: readonly Of[],
  { carrier, carrierService }: CarrierService,
): Of | undefined {
  const own = cutOffs.filter((one) => one.carrier === carrier)
  const found = own.find(({ service }) => service === carrierService) ?? own.find(({ service }) => service === '')
  return found?.minute === null ? undefined : found
}

/** The moment of a decision on an order that is despatched on the same day, with the cut-offs of that day. */
export type DecisionClock = {
  /** The day, on the operator's clock. */
  readonly day: Day
  /** The minute of the decision, ISO 8601. */
  readonly at: string
  /** Minutes that the warehouse needs from the decision until the parcel is ready. */
  readonly pickMinutes: number
  readonly cutOffs: readonly (CutOff & {
    /** Whole minutes from the time at which the parcel is ready to the cut-off; negative if it has passed. */
    readonly left: number
  })[]
}

const MINUTE_MS = 60_000

/** A moment without its seconds. */
export const toMinute = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/** The clock of a decision made now; undefined unless the order is despatched today and the day has a cut-off. */
export function clockOf(
  rules: readonly CutOffRule[],
  { now, despatchDay, pickMinutes }: { readonly now: Date; readonly despatchDay: Day; readonly pickMinutes: number },
): DecisionClock | undefined {
  if (rules.length === 0 || despatchDay !== dayOf(now)) return undefined
  const at = toMinute(now)
  const cutOffs = cutOffsOn(rules, despatchDay).map((one) => ({
    ...one,
    left: one.minute === null ? 0 : minutesLeft(despatchDay, one.minute, { now: at, pickMinutes }),
  }))
  return cutOffs.length === 0 ? undefined : { day: despatchDay, at: at.toISOString(), pickMinutes, cutOffs }
}

/**
 * Whole minutes until picking must begin to reach a cut-off: elapsed time, so that it is right on the days on which the
 * clock changes. Negative if it is too late.
 */
export function minutesLeft(
  day: Day,
  cutOff: Minute,
  { now, pickMinutes }: { readonly now: Date; readonly pickMinutes: number },
): number {
  return (atMinute(day, cutOff).getTime() - toMinute(now).getTime()) / MINUTE_MS - pickMinutes
}

/** The cut-off that counts for a method on a despatch day; undefined if none does. */
export const clockCutOff = (clock: DecisionClock | undefined, method: CarrierService, despatchDay: Day) =>
  clock?.day === despatchDay ? cutOffOf(clock.cutOffs, method) : undefined

/** The minute of the operator's clock, 0 to 1439. */
export const minuteOfDay = (at: Date): Minute => readMinute(clockText(at)) ?? 0

/** '16:00'. */
export function minuteText(minute: Minute): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** Reads '16:00', '9:30' or '1600'; undefined if it is no time of day. */
export function readMinute(text: string): Minute | undefined {
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/u.exec(text.trim()) ?? []
  const [hour, minute] = [Number(hours), Number(minutes)]
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined
}

/** The minute of the operator's clock at which a parcel decided at this moment is ready: '16:10'. */
export const readyText = ({ at, pickMinutes }: Pick<DecisionClock, 'at' | 'pickMinutes'>): string =>
  clockText(new Date(Date.parse(at) + pickMinutes * MINUTE_MS))

/** '16:10' on the operator's clock. */
export function clockText(at: Date): string {
  return timeFormat.format(at)
}

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: OPERATOR_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
