import { z } from 'zod'
import {
  createOrderItem,
  hasItsDay,
  isPostcodeOfCountry,
  MAX_ITEMS,
  noDay,
  noPostcode,
  orderToCreate,
  TOO_MANY_ITEMS,
} from './create-order.ts'

/** The value of a line: a decimal text, or the number that it says. */
const totalValue = z.union([createOrderItem.shape.totalValue, z.number().transform(String)])

/** Lines as calls take them: a list, or a single line beside the fields of the order as specification 3 has it. */
export const givenLines = {
  items: z
    .array(createOrderItem.extend({ totalValue }))
    .min(1, 'Add at least one SKU')
    .max(MAX_ITEMS, TOO_MANY_ITEMS)
    .optional(),
  SKU: createOrderItem.shape.SKU.optional(),
  quantity: createOrderItem.shape.quantity.optional(),
  totalValue,
}

/** What the creating call takes. */
export const givenOrder = z
  .strictObject({ ...orderToCreate, ...givenLines })
  .refine(isPostcodeOfCountry, noPostcode)
  .refine(hasItsDay, noDay)
export type GivenOrder = z.infer<typeof givenOrder>
