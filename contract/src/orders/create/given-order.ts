import { z } from 'zod'
import { amountOrNumber } from '../../route/fields.ts'
import {
  createOrderItem,
  givenPhone,
  hasItsDay,
  isPostcodeOfCountry,
  MAX_ITEMS,
  noDay,
  noPostcode,
  orderToCreate,
  TOO_MANY_ITEMS,
} from './create-order.ts'

/** The value of a line: a decimal text, or the number that it says. */
export const totalValue = amountOrNumber(createOrderItem.shape.totalValue.unwrap()).optional()

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

/** Specification 3 has both names for one thing: 'orderNo (CustomerOrderRef)'. */
export const givenNumber = {
  orderNo: orderToCreate.orderNo.optional(),
  CustomerOrderRef: orderToCreate.orderNo.optional(),
}
type GivenNumber = { orderNo?: string | undefined; CustomerOrderRef?: string | undefined }

const isNumbered = ({ orderNo, CustomerOrderRef }: GivenNumber) => (orderNo ?? CustomerOrderRef) !== undefined
const isNumberedOnce = ({ orderNo, CustomerOrderRef }: GivenNumber) =>
  orderNo === undefined || CustomerOrderRef === undefined || orderNo === CustomerOrderRef
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the creating call takes. */
export const givenOrder = z
  .strictObject({ ...orderToCreate, phone: givenPhone.default(''), ...givenNumber, ...givenLines })
  .refine(isNumbered, { path: ['orderNo'], message: 'Order number is missing', when: isObject })
  .refine(isNumberedOnce, {
    path: ['CustomerOrderRef'],
    message: 'orderNo says another order number. Send one of them',
  })
  .refine(isPostcodeOfCountry, noPostcode)
  .refine(hasItsDay, noDay)
export type GivenOrder = z.infer<typeof givenOrder>
