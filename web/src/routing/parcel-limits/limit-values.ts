import { knownVersion } from '@despatch/contract/routing/rule-book/fields'
import {
  type LimitedMethod,
  limitValues,
  packing,
  type ParcelLimit,
} from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_TYPES, type ParcelLimits } from '@despatch/domain/routing/rule-book/rule-book'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { z } from 'zod'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { figureText, requiredFigure, typedCount, typedFigure } from '../../kit/form/typed/typed-figure.ts'

/** The form of a method's limits, as typed. */
export const limitForm = z.object({
  version: knownVersion,
  Length: typedFigure(limitValues.Length),
  Volume: typedFigure(limitValues.Volume),
  NumberOfParcels: typedCount(limitValues.NumberOfParcels),
  ParcelWeight: typedFigure(limitValues.ParcelWeight),
  ConsignmentWeight: typedFigure(limitValues.ConsignmentWeight),
})
export type LimitValues = z.input<typeof limitForm>

/** The form of the limits of a packed parcel. */
export const packingForm = z.object({
  version: knownVersion,
  weight: requiredFigure(packing.shape.weight),
  volume: requiredFigure(packing.shape.volume),
})
export type PackingValues = z.input<typeof packingForm>

/** A method's limits by slot; null is no limit. */
export function limitsBySlot({ parcelLimit }: Pick<LimitedMethod, 'parcelLimit'>): ParcelLimits {
  return Object.fromEntries(parcelLimit.quantityLimit.map(({ type, MaxValue }) => [type, MaxValue])) as ParcelLimits
}

export function valuesOf(method: Pick<LimitedMethod, 'parcelLimit' | 'version'>): LimitValues {
  const limits = limitsBySlot(method)
  const texts = Object.fromEntries(LIMIT_TYPES.map((type) => [type, figureText(limits[type])]))
  return { version: method.version, ...(texts as Omit<LimitValues, 'version'>) }
}

/** The body for saving. */
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

/** The field for a path of the body: 'parcelLimit.quantityLimit.0.MaxValue' is 'Length'. */
export function slotOf(path: string): string {
  const [, place] = /^parcelLimit\.quantityLimit\.(\d)/.exec(path) ?? []
  return LIMIT_TYPES[Number(place ?? -1)] ?? path
}

export function packingValues(kept: { packing: z.infer<typeof packing>; version: number }): PackingValues {
  return { version: kept.version, weight: figureText(kept.packing.weight), volume: figureText(kept.packing.volume) }
}

/** The limits for people. */
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

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 })

/** '120.5 cm'. */
export function limitText(type: (typeof LIMIT_TYPES)[number], limit: number | null): string {
  return limit === null ? 'No limit' : `${figures.format(limit)} ${LIMIT_SLOTS[type].unit}`
}
