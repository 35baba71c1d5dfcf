import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import { LAYOUT_FIELDS, type LayoutField } from '@despatch/domain/invoices/column-mapping/layout'
import { z } from 'zod'
import type { LayoutDraft } from './layout-draft.ts'

const place = z.number().int().min(0).max(1000)
const FIELDS = Object.keys(LAYOUT_FIELDS) as LayoutField[]

/** A stored draft of this window; one from another version of the portal is ignored. */
export const draftShape: z.ZodType<LayoutDraft> = z.object({
  like: z.string(),
  carrier: z.string(),
  title: z.string(),
  isNumberedByDays: z.boolean(),
  headerRow: place.nullable(),
  row: z.enum(['charge', 'parcel', 'consignment']),
  fields: z.partialRecord(z.enum(FIELDS), z.union([z.object({ place }), z.object({ label: z.string() })])),
  references: z.array(place),
  charges: z.array(
    z.object({
      place: z.number().int().min(-1).max(1000),
      text: z.string(),
      category: z.enum(CHARGE_CATEGORIES),
      namedAt: place.exactOptional(),
      isTakenOff: z.boolean().exactOptional(),
    }),
  ),
  legs: z.record(z.string(), z.enum(['outbound', 'return', 'adjustment'])),
  credits: z.object({ place, values: z.array(z.string()), areWrittenPositive: z.boolean() }).nullable(),
  decimal: z.enum(['.', ',', 'either']),
  isMinor: z.boolean(),
  dates: z.enum(['day-first', 'month-first', 'year-first', 'day-month-name', 'month-name-day', 'either']),
  weightUnit: z.enum(['g', 'kg', 'lb', 'oz']),
  lengthUnit: z.enum(['mm', 'cm', 'in']),
  currency: z.string(),
})
