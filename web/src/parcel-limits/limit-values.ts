import { knownVersion } from '@despatch/contract/allocation/fields'
import {
  type LimitedMethod,
  limitValues,
  packing,
  type ParcelLimit,
} from '@despatch/contract/parcel-limits/parcel-limits'
import { LIMIT_TYPES, type ParcelLimits } from '@despatch/domain/allocation/rule-book'
import { LIMIT_SLOTS } from '@despatch/domain/parcel-limits/written-limits'
import { z } from 'zod'
import type { ShownFields } from '../form/conflict.ts'

const FIGURE = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** A field in which a figure is typed: empty is none, and what is no figure is refused in the words of its shape. */
const typed = <Value extends z.ZodType<number | null, number | null>>(value: Value) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : FIGURE.test(text) ? Number(text) : Number.NaN))
    .pipe(value)

/** The form of the limits of a method: what is typed in each slot. */
export const limitForm = z.object({
  version: knownVersion,
  Length: typed(limitValues.Length),
  Volume: typed(limitValues.Volume),
  NumberOfParcels: typed(limitValues.NumberOfParcels),
  ParcelWeight: typed(limitValues.ParcelWeight),
  ConsignmentWeight: typed(limitValues.ConsignmentWeight),
})
export type LimitValues = z.input<typeof limitForm>

/** The form of what a packed parcel may hold. */
export const packingForm = z.object({
  version: knownVersion,
  weight: typedAlways(packing.shape.weight),
  volume: typedAlways(packing.shape.volume),
})
export type PackingValues = z.input<typeof packingForm>

/** The same of a field that may not be left empty. */
function typedAlways<Value extends z.ZodType<number, number>>(value: Value) {
  return z
    .string()
    .trim()
    .transform((text) => (FIGURE.test(text) ? Number(text) : Number.NaN))
    .pipe(value)
}

const textOf = (value: number | null) => (value === null ? '' : String(value))

/** The limits of a method, by slot; null is no limit. */
export function limitsBySlot({ parcelLimit }: Pick<LimitedMethod, 'parcelLimit'>): ParcelLimits {
  return Object.fromEntries(parcelLimit.quantityLimit.map(({ type, MaxValue }) => [type, MaxValue])) as ParcelLimits
}

export function valuesOf(method: Pick<LimitedMethod, 'parcelLimit' | 'version'>): LimitValues {
  const limits = limitsBySlot(method)
  const texts = Object.fromEntries(LIMIT_TYPES.map((type) => [type, textOf(limits[type])]))
  return { version: method.version, ...(texts as Omit<LimitValues, 'version'>) }
}

/** The body of the call that saves it. */
export function bodyOf(values: z.output<typeof limitForm>): { parcelLimit: ParcelLimit; version: number } {
  const { version, Length, Volume, NumberOfParcels, ParcelWeight, ConsignmentWeight } = values
  return {
    version,
    parcelLimit: {
      quantityLimit: [
        { type: 'Length', MaxValue: Length },
        { type: 'Volume', MaxValue: Volume },
        { type: 'NumberOfParcels', MaxValue: NumberOfParcels },
        { type: 'ParcelWeight', MaxValue: ParcelWeight },
        { type: 'ConsignmentWeight', MaxValue: ConsignmentWeight },
      ],
    },
  }
}

export function packingValues(kept: { packing: z.infer<typeof packing>; version: number }): PackingValues {
  return { version: kept.version, weight: textOf(kept.packing.weight), volume: textOf(kept.packing.volume) }
}

/** The slots in words. */
export function shownLimits(values: LimitValues): ShownFields {
  return Object.fromEntries(
    LIMIT_TYPES.map((type) => {
      const { title, unit } = LIMIT_SLOTS[type]
      return [type, { title, text: values[type].trim() === '' ? 'No limit' : `${values[type].trim()} ${unit}` }]
    }),
  )
}

export function shownPacking({ weight, volume }: PackingValues): ShownFields {
  return {
    weight: { title: 'Weight', text: `${weight.trim()} kg` },
    volume: { title: 'Volume', text: `${volume.trim()} m³` },
  }
}

/** One's own values with the other's in the fields named; and the other's version. */
export function merged<Values extends { version: number }>(
  mine: Values,
  theirs: Values,
  fromTheirs: ReadonlySet<string>,
): Values {
  const taken = Object.entries(theirs).filter(([field]) => fromTheirs.has(field) || field === 'version')
  return { ...mine, ...Object.fromEntries(taken) }
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 })

/** '120.5 cm'. */
export function limitText(type: (typeof LIMIT_TYPES)[number], limit: number | null): string {
  return limit === null ? 'No limit' : `${figures.format(limit)} ${LIMIT_SLOTS[type].unit}`
}
