import { CHARGE_CATEGORIES } from '@despatch/domain/invoices/invoice'
import { LAYOUT_FIELDS, type Layout, type LayoutField } from '@despatch/domain/invoices/layouts/layout'
import { z } from 'zod'

const text = (most: number) => z.string().max(most)
const count = z.int().min(1).max(1000)
const fieldNames = Object.keys(LAYOUT_FIELDS) as LayoutField[]
const field = z.enum(fieldNames)
const category = z.enum(CHARGE_CATEGORIES)
const dates = z.enum(['either', 'day-first', 'month-first', 'year-first', 'day-month-name', 'month-name-day'])

const column = z.union([
  z.strictObject({
    names: z.array(text(200)).min(1).max(20),
    nth: count.optional(),
    isOptional: z.boolean().optional(),
  }),
  z.strictObject({ position: count }),
])
const chargeColumn = z.strictObject({
  column,
  code: text(200),
  text: text(200),
  category,
  contains: z.array(text(200)).max(50).optional(),
  isTakenOff: z.boolean().optional(),
})
const chargePair = z.strictObject({
  code: column.optional(),
  text: column.optional(),
  amount: column,
  discount: column.optional(),
  group: text(200).optional(),
})
const shapeCell = z.strictObject({
  position: count,
  holds: z.enum(['text', 'day', 'amount', 'number', 'currency', 'country', 'tracking number']),
  values: z.array(text(200)).max(100).optional(),
  start: text(200).optional(),
  isFilled: z.boolean().optional(),
})
const overhead = z.strictObject({
  texts: z.array(column).max(10),
  code: column.optional(),
  amount: column,
  repeats: z
    .array(z.strictObject({ words: z.array(text(100)).max(20), code: text(200) }))
    .max(20)
    .optional(),
})
const categoryRule = z.strictObject({
  classes: z.array(text(200)).max(50).optional(),
  codes: z.array(text(200)).max(200).optional(),
  words: z.array(text(100)).max(50).optional(),
  category,
})
const invoiceRow = z.strictObject({
  net: column.optional(),
  tax: column.optional(),
  gross: column.optional(),
  charges: z.array(chargeColumn).max(50).optional(),
})

/** A layout as JSON holds it: every part that the domain's type has, and nothing else. */
export const layoutShape = z.strictObject({
  code: z.string().regex(/^[a-z0-9-]{1,50}$/, 'The code of a layout is small letters, digits and hyphens'),
  version: z.int().min(0).default(1),
  carrier: z.string().trim().max(60),
  title: z.string().trim().max(100),
  row: z.enum(['charge', 'parcel', 'consignment'], 'Say what one row of the file is'),
  header: z.array(text(200)).max(1000).nullable(),
  shape: z
    .strictObject({ columns: z.int().min(0).max(1000), maxColumns: count, cells: z.array(shapeCell).max(500) })
    .optional(),
  preamble: z
    .array(z.strictObject({ label: text(200), field }))
    .max(50)
    .optional(),
  fields: z.partialRecord(field, column),
  references: z.array(column).max(20).optional(),
  charges: z.array(chargeColumn).max(500).optional(),
  pairs: z.array(chargePair).max(100).optional(),
  sums: z
    .array(z.strictObject({ column, of: z.array(text(200)).max(100) }))
    .max(50)
    .optional(),
  kinds: z.strictObject({ column, values: z.record(text(100), z.enum(['invoice', 'detail', 'nothing'])) }).optional(),
  invoiceRow: invoiceRow.optional(),
  totalLabel: z.array(text(100)).max(20).optional(),
  overhead: overhead.optional(),
  legs: z.record(text(100), z.enum(['outbound', 'return', 'adjustment'])).optional(),
  credits: z.strictObject({ column, values: z.array(text(100)).max(20), areWrittenPositive: z.boolean() }).optional(),
  categories: z.array(categoryRule).max(200).optional(),
  amounts: z.strictObject({ decimal: z.enum(['.', ',', 'either']), isMinor: z.boolean().optional() }),
  dates,
  datesOf: z.partialRecord(field, dates.exclude(['either'])).optional(),
  weightUnit: z.enum(['g', 'kg', 'lb', 'oz']).optional(),
  lengthUnit: z.enum(['mm', 'cm', 'in']).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'A currency is three letters, like GBP')
    .nullable(),
  trackingDigits: z.int().min(1).max(40).optional(),
  referenceSeparator: text(10).optional(),
})

/** JSON has no undefined: what the shape lets through is the domain's layout. */
export const asLayout = (given: Record<string, unknown>): Layout => layoutShape.parse(given) as unknown as Layout
