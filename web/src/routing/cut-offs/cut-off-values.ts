import { type CutOffRow, cutOffs, type DespatchTimes } from '@despatch/contract/routing/cut-offs/cut-offs'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { readMinute } from '@despatch/domain/routing/cut-offs/cut-off'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'

/** The form of a carrier's cut-offs; an empty time is none. */
const NO_TIME = 'A time looks like 16:00'
const timeOrEmpty = z
  .string()
  .refine((text) => text.trim() === '' || readMinute(text) !== undefined, NO_TIME)
  .transform((text) => text.trim() || null)
const { shape } = cutOffs.save.body
const exceptionDay = shape.exceptions.unwrap().element.shape.day

export const cutOffForm = z.object({
  carrier: z.string().min(1, 'Choose a carrier'),
  service: shape.service,
  weekdays: z.array(timeOrEmpty).length(7),
  exceptions: z
    .array(z.object({ day: exceptionDay, time: timeOrEmpty }))
    .refine((all) => new Set(all.map(({ day }) => day)).size === all.length, 'Each day once'),
  version: z.number().optional(),
})
export type CutOffValues = z.input<typeof cutOffForm>

export const CUT_OFF_LABELS = {
  carrier: 'carrier',
  service: 'service',
  weekdays: 'cut-offs',
  exceptions: 'exceptions',
} as const

export const cutOffValues = (of: CutOffRow | undefined): CutOffValues => ({
  carrier: of?.carrier ?? '',
  service: of?.service ?? '',
  weekdays: WEEKDAYS.map((_day, index) => of?.weekdays[index] ?? ''),
  exceptions: (of?.exceptions ?? []).map(({ day, time }) => ({ day, time: time ?? '' })),
  version: of?.version ?? 0,
})

const timeText = (time: string | null | undefined) => time || 'none'

export const shownCutOffs = ({ weekdays, exceptions }: CutOffValues): ShownFields => ({
  weekdays: {
    title: 'Cut-offs',
    text: weekdays.map((time, index) => `${WEEKDAYS[index]?.slice(0, 3)} ${timeText(time)}`).join(', '),
  },
  exceptions: { title: 'Exceptions', text: exceptionsText(exceptions) },
})

/** '24 Dec 2026 12:00, 31 Dec 2026 none'. */
export const exceptionsText = (exceptions: readonly { readonly day: string; readonly time: string | null }[]): string =>
  exceptions.map(({ day, time }) => `${day && formatDayShort(day)} ${timeText(time)}`).join(', ')

export const despatchTimesForm = z.object({
  ...cutOffs.saveTimes.body.shape,
  promisedBy: timeOrEmpty,
})
export type DespatchTimesValues = z.input<typeof despatchTimesForm>

export const DESPATCH_TIMES_LABELS = {
  pickMinutes: 'minutes of picking',
  isSameDay: 'same-day despatch',
  promisedBy: 'promise',
} as const

export const despatchTimesValues = (of: DespatchTimes): DespatchTimesValues => ({
  ...of,
  promisedBy: of.promisedBy ?? '',
})

export const shownDespatchTimes = ({ pickMinutes, isSameDay, promisedBy }: DespatchTimesValues): ShownFields => ({
  pickMinutes: { title: 'Minutes of picking', text: String(pickMinutes) },
  isSameDay: { title: 'Same-day despatch', text: isSameDay ? 'On' : 'Off' },
  promisedBy: { title: 'Orders leave the same day if received by', text: timeText(promisedBy) },
})
