import { type Day, formatDayRange } from '../calendar/day.ts'

/** Criteria to mention in messages. */
export type OrderCriteria = {
  orderRef?: string | undefined
  email?: string | undefined
  dateFrom?: Day | undefined
  dateTo?: Day | undefined
  /** Not in the specification. */
  postCode?: string | undefined
  skuCode?: string | undefined
}

/**
 * Specification 5: ''No records found for order, email or date range' followed by the order reference, the email, or
 * the date range formatted like 1 January 2024 - 5 January 2024.' Other criteria are named in the same way.
 */
export function noRecordsFound({ orderRef, email, dateFrom, dateTo, postCode, skuCode }: OrderCriteria): string {
  const criteria = orderRef || email || (dateFrom && dateTo ? formatDayRange(dateFrom, dateTo) : '')
  const beside = [postCode && `postcode ${postCode}`, skuCode && `SKU ${skuCode}`].filter(Boolean)
  if (!criteria && beside.length > 0) return `No records found for ${beside.join(' and ')}`
  return `No records found for order, email or date range ${criteria}`.trimEnd()
}

/** Specification 8: enquiry by email with no result. */
export const NO_RECORDS_FOR_EMAIL =
  'No Records were found matching your search criteria. Please check your search criteria and try again.'

/** Specification 2: 'If all three lookups find nothing, the message 'No data available for {order}' is shown.' */
export function noDataAvailable(orderNumber: string): string {
  return `No data available for ${orderNumber}`
}

/** Specification 5: 'when the order has no serials, the error is 'Order {number} does not contain any serial numbers at this time'.' */
export function noSerialNumbers(orderNumber: string): string {
  return `Order ${orderNumber} does not contain any serial numbers at this time`
}

/** Specification 5: 'when no exception entries come back, the search counts as failed with 'No delivery exceptions found'.' */
export const NO_DELIVERY_EXCEPTIONS = 'No delivery exceptions found'
