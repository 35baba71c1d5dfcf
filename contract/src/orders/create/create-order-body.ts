import { z } from 'zod'
import { amountOrNumber } from '../../route/fields.ts'
import {
  createOrderItem,
  importedPhone,
  hasNamedDay,
  isPostcodeOfCountry,
  MAX_ITEMS,
  namedDayRule,
  postcodeRule,
  orderToCreate,
  TOO_MANY_ITEMS,
} from './create-order.ts'

/** Value of a line: decimal text or a number. */
export const totalValue = amountOrNumber(createOrderItem.shape.totalValue.unwrap()).optional()

/** Lines as API callers send them: a list, or a single line beside the order's fields (specification 3). */
export const lineFields = {
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
export const orderNumberFields = {
  orderNo: orderToCreate.orderNo.optional(),
  CustomerOrderRef: orderToCreate.orderNo.optional(),
}
type OrderNumberFields = { orderNo?: string | undefined; CustomerOrderRef?: string | undefined }

const isNumbered = ({ orderNo, CustomerOrderRef }: OrderNumberFields) => (orderNo ?? CustomerOrderRef) !== undefined
const isNumberedOnce = ({ orderNo, CustomerOrderRef }: OrderNumberFields) =>
  orderNo === undefined || CustomerOrderRef === undefined || orderNo === CustomerOrderRef
const isObject = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Body of the create call. */
export const createOrderBody = z
  .strictObject({ ...orderToCreate, phone: importedPhone.default(''), ...orderNumberFields, ...lineFields })
  .refine(isNumbered, { path: ['orderNo'], message: 'Enter an order number', when: isObject })
  .refine(isNumberedOnce, {
    path: ['CustomerOrderRef'],
    message: 'orderNo has a different order number. Send one of them',
  })
  .refine(isPostcodeOfCountry, postcodeRule)
  .refine(hasNamedDay, namedDayRule)
export type CreateOrderBody = z.infer<typeof createOrderBody>
