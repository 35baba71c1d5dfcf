import type { CreateOrderInput } from '@despatch/contract/orders/create/create-order'
import type { Order, OrderItem } from '@despatch/contract/orders/order'
import { dayOf } from '@despatch/domain/calendar/day'
import { valuesOf } from '../amend/amend-values.ts'

/** What a new order begins with where another is copied, and whose it is; or why it cannot be copied, in words. */
export type CopiedOrder = { readonly clientCode: string; readonly values: CreateOrderInput } | { readonly why: string }

/**
 * A new order with what another has, the values of its lines too, but for its number. A named day that has passed has to be
 * chosen again.
 */
export function copiedOrder(order: Order, items: readonly OrderItem[], now: Date): CreateOrderInput {
  const { orderNumber: _number, version: _version, date, ...values } = valuesOf(order, items)
  const lines = items.map(({ SKU, quantity, totalValue }) => ({ SKU, quantity, totalValue }))
  return { ...values, items: lines, orderNo: '', date: date && date >= dayOf(now) ? date : '' }
}
