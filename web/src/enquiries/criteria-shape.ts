import { isDay } from '@despatch/domain/calendar/day'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'

const text = z.string().catch('')
const day = z.string().refine(isDay).catch('')
const statusCodes = z.array(z.enum(ORDER_STATUS_CODES))

/** The criteria as an address holds them: what it holds beyond that is left out. */
export const criteriaShape = z.object({
  orderRef: text,
  email: text,
  dateFrom: day,
  dateTo: day,
  status: z.preprocess((value) => (typeof value === 'string' ? [value] : value), statusCodes).catch([]),
})
