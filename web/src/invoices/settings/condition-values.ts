import type { AgreedCharge } from '@despatch/contract/invoices/settings'
import { figureOrNull } from '../../kit/form/typed/typed-figure.ts'
import { postcodeEntries } from '@despatch/domain/text/postcode-ranges'
import { z } from 'zod'

const text = z.string()

/** The fields of the conditions, as typed. */
export const conditionFields = {
  countries: z.array(text),
  postcodes: text,
  zones: z.array(text),
  services: z.array(text),
  weekdays: z.array(text),
  weightAbove: text,
  weightUpTo: text,
  lengthAbove: text,
  lengthUpTo: text,
  volumeAbove: text,
  volumeUpTo: text,
}
export type ConditionValues = z.input<z.ZodObject<typeof conditionFields>>
type Conditions = AgreedCharge['conditions']

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const range = (above: string, upTo: string) =>
  above.trim() === '' && upTo.trim() === '' ? null : { above: figureOrNull(above), upTo: figureOrNull(upTo) }

export const conditionsOf = (values: ConditionValues): Conditions => ({
  countries: values.countries,
  postcodes: postcodeEntries(values.postcodes),
  zones: values.zones,
  services: values.services,
  weekdays: values.weekdays.map(Number).toSorted((one, other) => one - other),
  weight: range(values.weightAbove, values.weightUpTo),
  length: range(values.lengthAbove, values.lengthUpTo),
  volume: range(values.volumeAbove, values.volumeUpTo),
})

/** The field for a path within the body's conditions: 'weight.upTo', 'postcodes.3'. */
export function conditionFieldOf(path: string): string {
  const [of = '', end = ''] = path.split('.')
  if (end === 'above') return `${of}Above`
  if (end === 'upTo') return `${of}UpTo`
  return of
}

export function conditionValues(of: Conditions | undefined): ConditionValues {
  const typed = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
  return {
    countries: [...(of?.countries ?? [])],
    postcodes: of?.postcodes.join(', ') ?? '',
    zones: [...(of?.zones ?? [])],
    services: [...(of?.services ?? [])],
    weekdays: of?.weekdays.map(String) ?? [],
    weightAbove: typed(of?.weight?.above),
    weightUpTo: typed(of?.weight?.upTo),
    lengthAbove: typed(of?.length?.above),
    lengthUpTo: typed(of?.length?.upTo),
    volumeAbove: typed(of?.volume?.above),
    volumeUpTo: typed(of?.volume?.upTo),
  }
}

const rangeText = (above: string, upTo: string, unit: string) =>
  [above && `above ${above} ${unit}`, upTo && `up to ${upTo} ${unit}`].filter(Boolean).join(' ')

/** 'GB; IV, KA27-28; zone HIGH; above 20 kg', or that there are none. */
export function conditionsText(values: ConditionValues): string {
  const size = rangeText(values.lengthAbove, values.lengthUpTo, 'cm')
  return (
    [
      values.countries.join(', '),
      values.postcodes,
      values.zones.length > 0 && `${values.zones.length === 1 ? 'zone' : 'zones'} ${values.zones.join(', ')}`,
      values.services.join(', '),
      values.weekdays.map((day) => WEEKDAYS[Number(day)] ?? '').join(', '),
      rangeText(values.weightAbove, values.weightUpTo, 'kg'),
      size && `longest side ${size}`,
      rangeText(values.volumeAbove, values.volumeUpTo, 'm³'),
    ]
      .filter(Boolean)
      .join('; ') || 'All parcels'
  )
}
