import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { createStore } from '../kit/browser/store.ts'

/** The command that the palette started; undefined while there is none. */
export const requestedCommand = createStore<
  { readonly action: OrderCommand; readonly orderNumber: string; readonly clientCode: string } | undefined
>(undefined)
