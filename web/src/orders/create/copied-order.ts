import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import type { Order, OrderItem } from '@despatch/contract/orders/order'
import { dayOf } from '@despatch/domain/calendar/day'
import { toFormValues } from '../amend/amend-values.ts'

/** Initial values of a copy, or the reason why the order cannot be copied. */
export type CopiedOrder = { readonly clientCode: string; readonly values: CreateOrderInput } | { readonly why: string }

/**
 * A new order with the values of another, including its line values but without its number. A passed named day must be
 * chosen again.
 */
export function copiedOrder(order: Order, items: readonly OrderItem[], now: Date): CreateOrderInput {
  const { orderNumber: _number, version: _version, date, ...values } = toFormValues(order, items)
  const lines = items.map(({ SKU, quantity, totalValue }) => ({ SKU, quantity, totalValue }))
  return { ...values, items: lines, orderNo: '', date: date && date >= dayOf(now) ? date : '' }
}
