import { orderTabs } from '../kit/navigation/record-tabs.ts'

/** The address of Order: Suspend, Amend or Cancel; with `amend` (and `client`) the form that amends one order. */
export const OPEN_ORDERS_SCREEN = '/order-management/order_suspend_amend_or_cancel'

/** The tab of an order that is amended. */
export const amendTab = orderTabs('amend', 'amend', (orderNumber) => `Amend ${orderNumber}`)
