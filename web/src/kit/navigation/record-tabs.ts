import { orderTabId } from '@despatch/domain/enquiries/order/order-tabs'

/** Screens that open once a record. */
export type RecordTabs = {
  /** The search parameter that names the record; without it the screen is one tab like any other. */
  readonly param: string
  readonly tabId: (value: string) => string
  readonly title: (value: string) => string
}

/** A tab an order, whose number may hold what an id may not. */
export const orderTabs = (param: string, prefix: string, title: (orderNumber: string) => string): RecordTabs => ({
  param,
  tabId: (orderNumber) => `${prefix}-${orderTabId(orderNumber)}`,
  title,
})

/** A tab a record, by its id; 'new' is one that is still to be created. */
export const recordTabs = (param: string, noun: string): RecordTabs => ({
  param,
  tabId: (id) => `${param}-${id}`,
  title: (id) => (id === 'new' ? `New ${noun}` : `${noun} ${id}`),
})
