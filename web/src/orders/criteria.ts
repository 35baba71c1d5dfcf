import type { orders } from '@despatch/contract/orders/orders'
import type { RouteInput } from '@despatch/contract/route/types'
import { type Day, dayOf, isDay } from '@despatch/domain/calendar/day'
import { NO_RECORDS_FOR_EMAIL, noRecordsFound } from '@despatch/domain/feedback/search-messages'
import { ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { DELIVERABLE_RULE, isDeliverable } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'

/** Criteria of an enquiry; '' and [] mean not set. */
export type Criteria = {
  orderRef: string
  email: string
  postCode: string
  skuCode: string
  dateFrom: Day | ''
  dateTo: Day | ''
  status: OrderStatus[]
}

export const NO_CRITERIA: Criteria = {
  orderRef: '',
  email: '',
  postCode: '',
  skuCode: '',
  dateFrom: '',
  dateTo: '',
  status: [],
}

/** Maximum lengths of an order reference and of any reference. */
export const MAX_ORDER_REFERENCE = 50
const MAX_REFERENCE = 60

/** Whether no criterion is set. */
export const isEmpty = ({ status, ...texts }: Criteria) =>
  status.length === 0 && Object.values(texts).every((text) => text === '')

/** Message for an email that cannot be searched; undefined if it can. */
export const emailProblem = (email: string) => (isDeliverable(email) ? undefined : DELIVERABLE_RULE)

export type CriteriaErrors = Partial<Record<keyof Criteria, string>>

/** Error messages by field. Empty criteria are reported at the first field. */
export function criteriaErrors(criteria: Criteria): CriteriaErrors {
  const { orderRef, email, dateFrom, dateTo } = criteria
  if (isEmpty(criteria)) return { orderRef: 'Enter an order reference, email, postcode, SKU, dates or status' }
  const errors: CriteriaErrors = {}
  if (isReferenceOnly(criteria)) {
    if (orderRef.length > MAX_REFERENCE) errors.orderRef = `A reference is at most ${MAX_REFERENCE} characters`
  } else if (orderRef.length > MAX_ORDER_REFERENCE)
    errors.orderRef = `An order reference has at most ${MAX_ORDER_REFERENCE} characters`
  const wrongEmail = email && emailProblem(email)
  if (wrongEmail) errors.email = wrongEmail
  if (dateFrom && !isDay(dateFrom)) errors.dateFrom = 'Enter a date like 5 Jan 2026'
  if (dateTo && !isDay(dateTo)) errors.dateTo = 'Enter a date like 5 Jan 2026'
  if (dateTo && !dateFrom) errors.dateFrom = 'Enter the start date too'
  if (isDay(dateFrom) && isDay(dateTo) && dateTo < dateFrom) errors.dateTo = 'The end date is before the start date'
  return errors
}

/** Whether only an order reference is set; its tab then opens if the order exists. */
export function isReferenceOnly(criteria: Criteria): boolean {
  return criteria.orderRef !== '' && isEmpty({ ...criteria, orderRef: '' })
}

type CriteriaBody = RouteInput<typeof orders.total>['body']

/**
 * Criteria as a request body. Specification 4: 'Cancelled orders are filtered out of views', unless requested or
 * `withCancelled`.
 */
export function criteriaBody({ status, ...texts }: Criteria, withCancelled: boolean): CriteriaBody {
  const shown = status.length > 0 || withCancelled ? status : ORDER_STATUS_CODES.filter((code) => code !== 'C')
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
  return { ...filled, ...(shown.length > 0 && { status: shown }) }
}

/** Message of specification 5 or 8 for an empty result. */
export function emptyResultMessage(criteria: Criteria): string {
  if (criteria.email && !criteria.orderRef) return NO_RECORDS_FOR_EMAIL
  return noRecordsFound(criteria)
}

/** UK postcodes in stored form; others as typed. */
export const toStoredPostcode = (typed: string) => normalPostcode('GB', typed) ?? typed.trim()

/**
 * Trims texts, defaults the last day to today if the first is set, and moves an email typed as a reference to its own
 * field.
 */
export function completeCriteria(criteria: Criteria, now: Date): Criteria {
  const { dateFrom, dateTo } = criteria
  const [orderRef, email] = [criteria.orderRef.trim(), criteria.email.trim()]
  return {
    ...criteria,
    postCode: toStoredPostcode(criteria.postCode),
    skuCode: criteria.skuCode.trim(),
    ...(email === '' && isDeliverable(orderRef) ? { orderRef: '', email: orderRef } : { orderRef, email }),
    dateTo: dateFrom && !dateTo ? dayOf(now) : dateTo,
  }
}
