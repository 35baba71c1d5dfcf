import { amendedCapacity, type CapacityLimit, type CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { countOrNull } from '../../kit/form/typed/typed-figure.ts'
import { capacityOn } from '@despatch/domain/routing/rule-book/compile-book'
import type { Capacity } from '@despatch/domain/routing/rule-book/rule-book'
import { type Day, isDay, weekday } from '@despatch/domain/calendar/day'
import { capacityProblems, effectText, sortByPeriod } from '@despatch/domain/routing/capacity/capacities'
import type { RangeProblem } from '@despatch/domain/routing/active-dates/active-dates'
import type { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'

export type CapacityValues = z.input<typeof amendedCapacity>

export const CAPACITY_LABELS = { capacities: 'capacities' } as const
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** Kinds of periods of a capacity. */
export const EFFECTS = [
  { value: 'ever', label: 'No start date' },
  { value: 'from', label: 'From a day on' },
  { value: 'between', label: 'Between days' },
] as const
export type EffectKind = (typeof EFFECTS)[number]['value']

export function valuesOf({ client, carrier, capacities, version }: CarrierCapacity): CapacityValues {
  return { client, carrier, capacities, version }
}

/** A new capacity without limits, from the start if no other one is. */
export function newCapacity(capacities: readonly CapacityLimit[]): CapacityLimit {
  const isTaken = capacities.some((one) => effectKind(one) === 'ever')
  return { quantityLimit: WEEKDAYS.map(() => null), effectiveDate: isTaken ? '' : null, effectiveBetween: null }
}

export function effectKind({ effectiveDate, effectiveBetween }: CapacityLimit): EffectKind {
  if (effectiveBetween) return 'between'
  return effectiveDate === null ? 'ever' : 'from'
}

/** Changes the kind of period, keeping its first day. */
export function withEffect(capacity: CapacityLimit, kind: EffectKind): CapacityLimit {
  const day = capacity.effectiveBetween?.from ?? capacity.effectiveDate ?? ''
  return {
    ...capacity,
    effectiveDate: kind === 'from' ? day : null,
    effectiveBetween: kind === 'between' ? { from: day, to: '' } : null,
  }
}

/** Parses a limit: a whole number of parcels (1200 or 1,200), null for no limit, or else the text itself. */
export function typedSlot(text: string): number | string | null {
  const slot = countOrNull(text)
  return slot === null || slot >= 0 ? slot : text
}

/** The text of a limit; text that is not a number is shown as typed. */
export const slotText = (slot: number | string | null) => (slot === null ? '' : String(slot))

/** The problem of a limit that is not a number. */
export function slotProblem(slot: number | string | null): string | undefined {
  return typeof slot === 'string' ? 'Parcels is a whole number, zero or more' : undefined
}

type Placed = Capacity & { readonly place: number }

/** The capacities with valid days (a user may still be typing), with their index in the form. */
function readableCapacities(capacities: readonly CapacityLimit[]): Placed[] {
  return capacities.flatMap(({ quantityLimit, effectiveDate, effectiveBetween }, place) => {
    const days = effectiveBetween ? [effectiveBetween.from, effectiveBetween.to] : [effectiveDate ?? '2000-01-01']
    if (!days.every(isDay)) return []
    return [{ carrier: '', slots: quantityLimit, effectiveFrom: effectiveDate, effectiveBetween, place }]
  })
}

/** The index of the capacity that applies on a day; undefined if none does. */
export function placeOn(capacities: readonly CapacityLimit[], day: Day): number | undefined {
  const counting = capacityOn(readableCapacities(capacities), '', day)
  return counting && 'place' in counting ? (counting as Placed).place : undefined
}

/** The limit of a day according to the form; null is no limit. */
export function limitOn(capacities: readonly CapacityLimit[], day: Day): number | null {
  const place = placeOn(capacities, day)
  const limit: unknown = place === undefined ? null : capacities[place]?.quantityLimit[weekday(day)]
  return typeof limit === 'number' ? limit : null
}

/** Problems of the readable capacities, by form path. */
export function problemsOf(capacities: readonly CapacityLimit[]): RangeProblem[] {
  const readable = readableCapacities(capacities)
  return capacityProblems(readable).map(({ path, message }) => {
    const [index, ...field] = path.split('.')
    return { path: ['capacities', readable[Number(index)]?.place, ...field].join('.'), message }
  })
}

/** The shape of the body with the server's additional rules. */
export const capacityValues = amendedCapacity.superRefine(({ capacities }, { addIssue }) => {
  for (const { path, message } of problemsOf(capacities))
    addIssue({ code: 'custom', path: path.split('.').map((part) => (/^\d/.test(part) ? Number(part) : part)), message })
})

/** The capacities sorted as stored. */
export function inOrder(capacities: readonly CapacityLimit[]): CapacityLimit[] {
  const withDay = capacities.map((one) => ({ ...one, effectiveFrom: one.effectiveDate }))
  return sortByPeriod(withDay).map(({ effectiveFrom: _day, ...one }) => one)
}

/** The capacities for people, by period. */
export function shownCapacity({ capacities }: CapacityValues): ShownFields {
  const entries = capacities.map((one, place): [string, { title: string; text: string }] => {
    const when = readableCapacities([one])[0]
    const title = when ? effectText(when) : `Capacity ${place + 1}, without its day`
    return [title, { title, text: slotLabel(one.quantityLimit) }]
  })
  return Object.fromEntries(entries)
}

/** 'Mon 500, Tue 500, Sat none', without unlimited days. */
export function slotLabel(slots: CapacityLimit['quantityLimit']): string {
  const limited = slots.flatMap((slot, index) =>
    slot === null ? [] : [`${WEEKDAYS[index]} ${slot === 0 ? 'none' : slot.toLocaleString('en-GB')}`],
  )
  return limited.length === 0 ? 'No limits' : limited.join(', ')
}

/**
 * Merges the user's capacities with another user's for some periods (a missing one is removed), and takes the other's
 * version.
 */
export function mergedCapacity(
  mine: CapacityValues,
  theirs: CapacityValues,
  fromTheirs: ReadonlySet<string>,
): CapacityValues {
  const nameOf = (one: CapacityLimit, values: CapacityValues) =>
    Object.keys(shownCapacity({ ...values, capacities: [one] }))[0] ?? ''
  const own = mine.capacities.filter((one) => !fromTheirs.has(nameOf(one, mine)))
  const taken = theirs.capacities.filter((one) => fromTheirs.has(nameOf(one, theirs)))
  return { ...mine, version: theirs.version, capacities: inOrder([...own, ...taken]) }
}
