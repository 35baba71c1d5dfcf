import type { orders } from '@despatch/contract/orders/orders'
import type { RouteInput } from '@despatch/contract/route/types'
import { type Day, dayOf, isDay } from '@despatch/domain/calendar/day'
import { NO_RECORDS_FOR_EMAIL, noRecordsFound } from '@despatch/domain/enquiries/messages'
import { ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { EMAIL_FORMAT, EMAIL_RULE } from '@despatch/domain/text/email'

/** What an enquiry is for, as its form and its address hold it; '' and [] are 'not asked'. */
export type Criteria = {
  orderRef: string
  email: string
  dateFrom: Day | ''
  dateTo: Day | ''
  status: OrderStatus[]
}

export const NO_CRITERIA: Criteria = { orderRef: '', email: '', dateFrom: '', dateTo: '', status: [] }

export type CriteriaErrors = Partial<Record<keyof Criteria, string>>

/** What is wrong with what was asked, in words beside each field. Nothing asked at all is said at the first field. */
export function criteriaErrors(asked: Criteria): CriteriaErrors {
  const { orderRef, email, dateFrom, dateTo, status } = asked
  if (!orderRef && !email && !dateFrom && !dateTo && status.length === 0)
    return { orderRef: 'Give at least one: an order reference, an email, dates or a status' }
  const errors: CriteriaErrors = {}
  if (orderRef.length > 50) errors.orderRef = 'An order reference is at most 50 characters'
  if (email && !EMAIL_FORMAT.test(email)) errors.email = EMAIL_RULE
  if (dateFrom && !isDay(dateFrom)) errors.dateFrom = 'A date looks like 5 Jan 2026'
  if (dateTo && !isDay(dateTo)) errors.dateTo = 'A date looks like 5 Jan 2026'
  if (dateTo && !dateFrom) errors.dateFrom = 'Give the first day too'
  if (isDay(dateFrom) && isDay(dateTo) && dateTo < dateFrom) errors.dateTo = 'The last day is before the first'
  return errors
}

/** Whether only an order reference was asked for: then the order's own tab opens, if there is such an order. */
export function isReferenceOnly({ orderRef, email, dateFrom, dateTo, status }: Criteria): boolean {
  return orderRef !== '' && !email && !dateFrom && !dateTo && status.length === 0
}

type CriteriaBody = RouteInput<typeof orders.total>['body']

/**
 * The criteria as the calls take them. Specification 4: 'Cancelled orders are filtered out of views', unless they are
 * asked for or `withCancelled`.
 */
export function criteriaBody({ status, ...texts }: Criteria, withCancelled: boolean): CriteriaBody {
  const shown = status.length > 0 || withCancelled ? status : ORDER_STATUS_CODES.filter((code) => code !== 'C')
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
  return { ...given, ...(shown.length > 0 && { status: shown }) }
}

/** The message of specification 5 or 8 for a search that found nothing. */
export function nothingFound(asked: Criteria): string {
  if (asked.email && !asked.orderRef) return NO_RECORDS_FOR_EMAIL
  return noRecordsFound(asked)
}

/**
 * The criteria with texts trimmed, and with today as the last day where only the first is given. An email that was given as
 * a reference is asked for as the email.
 */
export function completed(asked: Criteria, now: Date): Criteria {
  const { dateFrom, dateTo } = asked
  const [orderRef, email] = [asked.orderRef.trim(), asked.email.trim()]
  return {
    ...asked,
    ...(email === '' && EMAIL_FORMAT.test(orderRef) ? { orderRef: '', email: orderRef } : { orderRef, email }),
    dateTo: dateFrom && !dateTo ? dayOf(now) : dateTo,
  }
}
