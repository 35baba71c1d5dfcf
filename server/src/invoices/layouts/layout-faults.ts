import { LAYOUT_FIELDS, type Layout } from '@despatch/domain/invoices/layouts/layout'
import { z } from 'zod'

const name = (most: number) => z.string().trim().min(1).max(most)
const column = z.union([
  z.strictObject({
    names: z.array(z.string().max(200)).min(1).max(20),
    nth: z.int().min(1).max(1000).optional(),
    isOptional: z.boolean().optional(),
  }),
  z.strictObject({ position: z.int().min(1).max(1000) }),
])
const fields = z.partialRecord(z.enum(Object.keys(LAYOUT_FIELDS) as (keyof typeof LAYOUT_FIELDS)[]), column)

/** What every layout has; what else a layout may say is read as it is where it has a place in the domain's type. */
const layoutShape = z.looseObject({
  code: z.string().regex(/^[a-z0-9-]{1,50}$/, 'The code of a layout is small letters, digits and hyphens'),
  version: z.int().min(0).default(1),
  carrier: name(60),
  title: name(100),
  row: z.enum(['charge', 'parcel', 'consignment'], 'Say what one row of the file is'),
  header: z.array(z.string().max(200)).max(1000).nullable(),
  fields,
  references: z.array(column).max(20).optional(),
  charges: z
    .array(z.looseObject({ column, code: z.string().max(60), text: z.string().max(100), category: z.string() }))
    .max(500)
    .optional(),
  pairs: z
    .array(z.looseObject({ amount: column }))
    .max(100)
    .optional(),
  amounts: z.looseObject({ decimal: z.enum(['.', ',', 'either']) }),
  dates: z.string(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable(),
})

/** What keeps a layout from being read by, in words; nothing for one that can be. */
export function layoutFaults(given: Record<string, unknown>): string[] {
  const { error } = layoutShape.safeParse(given)
  if (error) return error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.')}: ${message}`)
  const { fields: has, charges, pairs } = layoutShape.parse(given)
  const faults = []
  if (!has.invoiceNumber) faults.push('Say which column has the invoice number')
  if (!has.trackingNumber && !has.consignmentNumber)
    faults.push('Say which column has the tracking or the consignment number')
  if (!has.chargeNet && !charges?.length && !pairs?.length) faults.push('Say which columns have what is charged')
  return faults
}

/** A layout that has no faults. */
export const asLayout = (given: Record<string, unknown>): Layout => layoutShape.parse(given) as unknown as Layout
