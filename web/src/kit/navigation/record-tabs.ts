import { orderTabId } from '@despatch/domain/enquiries/order/order-tabs'

/** How a screen opens one tab for each record. */
export type RecordTabs = {
  /** The search parameter that names the record. Without it, the screen has one tab. */
  readonly param: string
  readonly tabId: (value: string) => string
  readonly title: (value: string) => string
}

/** One tab for each order. The order number may have characters that a tab id may not. */
export const orderTabs = (param: string, prefix: string, title: (orderNumber: string) => string): RecordTabs => ({
  param,
  tabId: (orderNumber) => `${prefix}-${orderTabId(orderNumber)}`,
  title,
})

/** One tab for each record, by its id; 'new' is a record that is not yet created. */
export const recordTabs = (param: string, noun: string): RecordTabs => ({
  param,
  tabId: (id) => `${param}-${id}`,
  title: (id) => (id === 'new' ? `New ${noun}` : `${noun} ${id}`),
})
