import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { createStore } from '../kit/browser/store.ts'

/** What is asked to be done to one order, over whatever is on the screen; undefined while nothing is. */
export const askedOfOrder = createStore<
  { readonly action: OrderCommand; readonly orderNumber: string; readonly clientCode: string } | undefined
>(undefined)
