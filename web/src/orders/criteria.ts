import type { orders } from '@despatch/contract/orders/orders'
import type { RouteInput } from '@despatch/contract/route/types'
import { type Day, dayOf, isDay } from '@despatch/domain/calendar/day'
import { NO_RECORDS_FOR_EMAIL, noRecordsFound } from '@despatch/domain/enquiries/search/messages'
import { ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { DELIVERABLE_RULE, isDeliverable } from '@despatch/domain/text/email'
import { normalPostcode } from '@despatch/domain/text/postcode'

/** What an enquiry is for, as its form and its address hold it; '' and [] are 'not asked'. */
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

/** As long as an order reference is at most, and any reference. */
export const LONGEST_ORDER = 50
const LONGEST_REFERENCE = 60

/** Whether nothing at all is asked for. */
export const isNothing = ({ status, ...texts }: Criteria) =>
  status.length === 0 && Object.values(texts).every((text) => text === '')

/** Why an email cannot be searched for, in words; undefined where it can. */
export const emailProblem = (email: string) => (isDeliverable(email) ? undefined : DELIVERABLE_RULE)

export type CriteriaErrors = Partial<Record<keyof Criteria, string>>

/** What is wrong with what was asked, in words beside each field. Nothing asked at all is said at the first field. */
export function criteriaErrors(asked: Criteria): CriteriaErrors {
  const { orderRef, email, dateFrom, dateTo } = asked
  if (isNothing(asked))
    return { orderRef: 'Give at least one: an order reference, an email, a postcode, a SKU, dates or a status' }
  const errors: CriteriaErrors = {}
  if (isReferenceOnly(asked)) {
    if (orderRef.length > LONGEST_REFERENCE) errors.orderRef = `A reference is at most ${LONGEST_REFERENCE} characters`
  } else if (orderRef.length > LONGEST_ORDER)
    errors.orderRef = `An order reference has at most ${LONGEST_ORDER} characters`
  const wrongEmail = email && emailProblem(email)
  if (wrongEmail) errors.email = wrongEmail
  if (dateFrom && !isDay(dateFrom)) errors.dateFrom = 'A date looks like 5 Jan 2026'
  if (dateTo && !isDay(dateTo)) errors.dateTo = 'A date looks like 5 Jan 2026'
  if (dateTo && !dateFrom) errors.dateFrom = 'Give the first day too'
  if (isDay(dateFrom) && isDay(dateTo) && dateTo < dateFrom) errors.dateTo = 'The last day is before the first'
  return errors
}

/** Whether only an order reference was asked for: then the order's own tab opens, if there is such an order. */
export function isReferenceOnly(asked: Criteria): boolean {
  return asked.orderRef !== '' && isNothing({ ...asked, orderRef: '' })
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

/** A postcode as it is kept, where it is one of the United Kingdom; what else it is stays as it was typed. */
export const postcodeAsKept = (typed: string) => normalPostcode('GB', typed) ?? typed.trim()

/**
 * The criteria with texts trimmed, and with today as the last day where only the first is given. An email that was given as
 * a reference is asked for as the email.
 */
export function completed(asked: Criteria, now: Date): Criteria {
  const { dateFrom, dateTo } = asked
  const [orderRef, email] = [asked.orderRef.trim(), asked.email.trim()]
  return {
    ...asked,
    postCode: postcodeAsKept(asked.postCode),
    skuCode: asked.skuCode.trim(),
    ...(email === '' && isDeliverable(orderRef) ? { orderRef: '', email: orderRef } : { orderRef, email }),
    dateTo: dateFrom && !dateTo ? dayOf(now) : dateTo,
  }
}
