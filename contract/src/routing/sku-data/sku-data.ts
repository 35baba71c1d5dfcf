import { z } from 'zod'
import { amountOrEmpty, requiredText, text } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { centimetres, kilograms } from '../rule-book/fields.ts'

const side = (name: string) => centimetres(name).max(1500, `${name} is at most 15 m`).positive(`${name} is more than 0`)

/** Changes of a SKU: missing fields stay as they are, null means unknown. */
export const skuData = z.strictObject({
  SKU: requiredText(40, 'SKU'),
  title: text(200, 'Title').optional(),
  categories: z.array(requiredText(40, 'Category')).max(10, 'A SKU has at most 10 categories').optional(),
  weight: kilograms('Weight')
    .max(2000, 'Weight is at most 2,000 kg')
    .positive('Weight is more than 0')
    .nullable()
    .optional(),
  size: z
    .strictObject({ length: side('Length'), width: side('Width'), height: side('Height') })
    .nullable()
    .optional(),
  value: amountOrEmpty.optional(),
  isSerialNumbered: z.boolean().optional(),
})

/** Changes one SKU, like the feed of SKU data. */
export const skuDataRoutes = routes({
  set: {
    method: 'PUT',
    path: '/api/sku/data',
    summary: 'Set what a SKU is called, weighs and measures; open orders that waited for it are looked at again',
    permission: { edits: ['reportsAndEnquiries.skuFileReport'] },
    access: 'one-client',
    body: skuData,
    answer: z.strictObject({ message: z.string() }),
    errors: ['not_found', 'unprocessable'],
    audited: 'sku.data-set',
  },
})
