import { entryOf } from '../kit/navigation/menu-keys.ts'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { orderTabs } from '../kit/navigation/record-tabs.ts'

/** Order: Suspend, Amend or Cancel; with `amend` (and `client`) the form that amends one order. */
export const OPEN_ORDERS_SCREEN = '/order-management/order_suspend_amend_or_cancel'

type OfOrder = { readonly orderNumber: string; readonly clientCode: string }
export const amendAddress = ({ orderNumber, clientCode }: OfOrder) =>
  screenAddress<{ readonly amend: string; readonly client: string }>(OPEN_ORDERS_SCREEN)({
    amend: orderNumber,
    client: clientCode,
  })

export const amendTab = orderTabs('amend', 'amend', (orderNumber) => `Amend ${orderNumber}`)

/** Create New Order, filled in from an existing order; without a client, the order is looked up. */
export const copyAddress = ({ orderNumber, clientCode }: OfOrder) =>
  screenAddress<{ readonly copy: string; readonly client?: string }>(entryOf('orderManagement.createNewOrder').path)({
    copy: orderNumber,
    ...(clientCode && { client: clientCode }),
  })

export const copyTab = orderTabs('copy', 'copy', (orderNumber) => `Copy of ${orderNumber}`)
