import { isDay } from '@despatch/domain/calendar/day'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'

/** The calls' limits. */
export const MAX_POSTCODE = 12
export const MAX_SKU = 40

const text = z.string().catch('')
const day = z.string().refine(isDay).catch('')
const statusCodes = z.array(z.enum(ORDER_STATUS_CODES))

/** Criteria in an address; anything else is ignored. */
export const criteriaShape = z.object({
  orderRef: text,
  email: text,
  postCode: z.string().max(MAX_POSTCODE).catch(''),
  skuCode: z.string().max(MAX_SKU).catch(''),
  dateFrom: day,
  dateTo: day,
  status: z.preprocess((value) => (typeof value === 'string' ? [value] : value), statusCodes).catch([]),
})
