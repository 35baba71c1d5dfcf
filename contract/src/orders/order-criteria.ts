import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { z } from 'zod'
import { day, text } from '../route/fields.ts'

export const ORDER_SORTS = ['orderDate', 'orderNumber', 'Status', 'totalValue', 'quantity', 'despatchDate'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** What to look for. Without any of it, the newest orders. Days are the operator's (Europe/London), both included. */
export const orderCriteria = {
  orderRef: text(50, 'Order reference').optional(),
  email: text(254, 'Email').optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  status: z.array(z.enum(ORDER_STATUS_CODES)).max(ORDER_STATUS_CODES.length).optional(),
}

export const rightWay = {
  path: ['dateTo'],
  message: 'The last day is before the first',
}
export const inOrder = (asked: { dateFrom?: string | undefined; dateTo?: string | undefined }) =>
  !asked.dateFrom || !asked.dateTo || asked.dateFrom <= asked.dateTo
