import { CHARGE_CATEGORIES } from '@despatch/domain/routing/terms/charge-category'
import {
  COLUMN_CONTENTS,
  LAYOUT_FIELDS,
  type Layout,
  type LayoutField,
} from '@despatch/domain/invoices/column-mapping/layout'
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
    nth: count.exactOptional(),
    isOptional: z.boolean().exactOptional(),
  }),
  z.strictObject({ position: count }),
])
const chargeColumn = z.strictObject({
  column,
  code: text(200),
  text: text(200),
  category,
  contains: z.array(text(200)).max(50).exactOptional(),
  isTakenOff: z.boolean().exactOptional(),
})
const chargePair = z.strictObject({
  code: column.exactOptional(),
  text: column.exactOptional(),
  amount: column,
  discount: column.exactOptional(),
  group: text(200).exactOptional(),
})
const shapeCell = z.strictObject({
  position: count,
  holds: z.enum(COLUMN_CONTENTS),
  values: z.array(text(200)).max(100).exactOptional(),
  start: text(200).exactOptional(),
  isFilled: z.boolean().exactOptional(),
})
const overhead = z.strictObject({
  texts: z.array(column).max(10),
  code: column.exactOptional(),
  amount: column,
  repeats: z
    .array(z.strictObject({ words: z.array(text(100)).max(20), code: text(200) }))
    .max(20)
    .exactOptional(),
})
const categoryRule = z.strictObject({
  classes: z.array(text(200)).max(50).exactOptional(),
  codes: z.array(text(200)).max(200).exactOptional(),
  words: z.array(text(100)).max(50).exactOptional(),
  category,
})
const invoiceRow = z.strictObject({
  net: column.exactOptional(),
  tax: column.exactOptional(),
  gross: column.exactOptional(),
  charges: z.array(chargeColumn).max(50).exactOptional(),
})

/** The JSON shape of a layout: exactly the parts of the domain's type. */
export const layoutShape = z.strictObject({
  code: z.string().regex(/^[a-z0-9-]{1,50}$/, 'The code of a layout is small letters, digits and hyphens'),
  version: z.int().min(0).default(1),
  carrier: z.string().trim().max(60),
  title: z.string().trim().max(100),
  row: z.enum(['charge', 'parcel', 'consignment'], 'Choose what each row of the file is'),
  isBySalesOrder: z.boolean().exactOptional(),
  isNumberedByDays: z.boolean().exactOptional(),
  header: z.array(text(200)).max(1000).nullable(),
  shape: z
    .strictObject({ columns: z.int().min(0).max(1000), maxColumns: count, cells: z.array(shapeCell).max(500) })
    .exactOptional(),
  preamble: z
    .array(z.strictObject({ label: text(200), field }))
    .max(50)
    .exactOptional(),
  fields: z.partialRecord(field, column),
  references: z.array(column).max(20).exactOptional(),
  charges: z.array(chargeColumn).max(500).exactOptional(),
  pairs: z.array(chargePair).max(100).exactOptional(),
  sums: z
    .array(z.strictObject({ column, of: z.array(text(200)).max(100) }))
    .max(50)
    .exactOptional(),
  kinds: z
    .strictObject({ column, values: z.record(text(100), z.enum(['invoice', 'detail', 'nothing'])) })
    .exactOptional(),
  invoiceRow: invoiceRow.exactOptional(),
  totalLabel: z.array(text(100)).max(20).exactOptional(),
  overhead: overhead.exactOptional(),
  legs: z.record(text(100), z.enum(['outbound', 'return', 'adjustment'])).exactOptional(),
  credits: z
    .strictObject({ column, values: z.array(text(100)).max(20), areWrittenPositive: z.boolean() })
    .exactOptional(),
  categories: z.array(categoryRule).max(200).exactOptional(),
  amounts: z.strictObject({ decimal: z.enum(['.', ',', 'either']), isMinor: z.boolean().exactOptional() }),
  dates,
  datesOf: z.partialRecord(field, dates.exclude(['either'])).exactOptional(),
  weightUnit: z.enum(['g', 'kg', 'lb', 'oz']).exactOptional(),
  lengthUnit: z.enum(['mm', 'cm', 'in']).exactOptional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'A currency is three letters, like GBP')
    .nullable(),
  trackingDigits: z.int().min(1).max(40).exactOptional(),
  referenceSeparator: text(10).exactOptional(),
})

/** JSON has no undefined, so a parsed value is assignable to the domain's layout. */
export const asLayout = (json: Record<string, unknown>): Layout => layoutShape.parse(json)
