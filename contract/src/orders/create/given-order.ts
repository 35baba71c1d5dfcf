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

/** Value of a line: decimal text or a number. */
export const totalValue = amountOrNumber(createOrderItem.shape.totalValue.unwrap()).optional()

/** Lines as API callers send them: a list, or a single line beside the order's fields (specification 3). */
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

/** Specification 3 has two names for the order number: 'orderNo (CustomerOrderRef)'. */
export const givenNumber = {
  orderNo: orderToCreate.orderNo.optional(),
  CustomerOrderRef: orderToCreate.orderNo.optional(),
}
type GivenNumber = { orderNo?: string | undefined; CustomerOrderRef?: string | undefined }

const isNumbered = ({ orderNo, CustomerOrderRef }: GivenNumber) => (orderNo ?? CustomerOrderRef) !== undefined
const isNumberedOnce = ({ orderNo, CustomerOrderRef }: GivenNumber) =>
  orderNo === undefined || CustomerOrderRef === undefined || orderNo === CustomerOrderRef
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Body of the create call. */
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
