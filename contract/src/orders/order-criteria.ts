import { DELAY_CODES } from '@despatch/domain/orders/delays'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { SUSPEND_REASONS } from '@despatch/domain/orders/commands/reasons'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { z } from 'zod'
import { MAX_TAG } from '@despatch/domain/orders/tags-and-notes/notes'
import {
  removeFloatNoise,
  clientCode,
  dayOrEmpty,
  instant,
  prose,
  recordId,
  sortBy,
  text,
  wholePaging,
} from '../route/fields.ts'

export const ORDER_SORTS = ['orderDate', 'orderNumber', 'Status', 'totalValue', 'quantity', 'despatchDate'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]
/** Extra sort keys of work lists; 'customer' sorts by the displayed name, ignoring case. */
export const WORK_SORTS = [...ORDER_SORTS, 'customer', 'postCode', 'dispatchService'] as const
export type WorkSort = (typeof WORK_SORTS)[number]

/**
 * Search criteria: specification 3, 'Order search criteria: orderRef, dateFrom, dateTo, email', and further ones.
 * Without criteria, the newest orders. Days are in Europe/London, both included.
 */
export const orderCriteria = {
  orderRef: text(50, 'Order reference').optional(),
  email: text(254, 'Email').optional(),
  /** Delivery postcode, in any spelling. */
  postCode: text(12, 'Postcode').optional(),
  /** SKU of a line, as typed or in capitals. */
  skuCode: text(40, 'SKU').optional(),
  dateFrom: dayOrEmpty.optional(),
  dateTo: dayOrEmpty.optional(),
  /** Despatched or delivered with less than was ordered, so that it may be closed short. */
  sentShort: z.boolean().optional(),
  /** New, released or suspended, and lacking an address, a weight, a carrier or the like. */
  needsAttention: z.boolean().optional(),
  /** New, released or suspended, and with a SKU that has more promised and reserved than counted. */
  shortOfStock: z.boolean().optional(),
  status: z.array(z.enum(ORDER_STATUS_CODES)).max(ORDER_STATUS_CODES.length).optional(),
}

/** Multiple-choice filters, which `isNot` can invert. */
export const WORK_CHOICES = [
  'carrier',
  'method',
  'dispatchService',
  'country',
  'region',
  'clientCode',
  'source',
  'suspendedFor',
  'tag',
  'assignee',
] as const
export type WorkChoice = (typeof WORK_CHOICES)[number]
export const ORDER_SOURCES = ['portal', 'feed'] as const

/** Upper limits of the value and weight filters. */
export const MAX_ORDER_VALUE = 1_000_000_000
export const MAX_ORDER_WEIGHT = 1_000_000
const amount = (most: number) => z.number().overwrite(removeFloatNoise(4)).min(0, 'At least 0').max(most).optional()

/** Filters beside {@link orderCriteria}. */
const choiceCriteria = {
  /** Carrier codes: one of them takes a consignment of the order. */
  carrier: z.array(text(60, 'Carrier')).max(50).optional(),
  /** Method ids: a consignment of the order uses one of them. */
  method: z.array(text(60, 'Method')).max(50).optional(),
  dispatchService: z.array(z.enum(DISPATCH_SERVICES)).max(DISPATCH_SERVICES.length).optional(),
  country: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'A country is two capitals'))
    .max(50)
    .optional(),
  /** Postcode areas of the United Kingdom and the Crown dependencies. */
  region: z
    .array(z.string().regex(/^[A-Z]{1,2}$/, 'A region is one or two capitals'))
    .max(50)
    .optional(),
  /** A subset of the clients that the call covers. */
  clientCode: z.array(clientCode).max(50).optional(),
  source: z.array(z.enum(ORDER_SOURCES)).max(ORDER_SOURCES.length).optional(),
  suspendedFor: z.array(z.enum(SUSPEND_REASONS)).max(SUSPEND_REASONS.length).optional(),
  /** Feed run that imported the order. */
  feedRun: z.int().min(1).optional(),
  /** Tags, ignoring case. */
  tag: z.array(prose(MAX_TAG, 'Tag')).max(50).optional(),
  /** User ids. */
  assignee: z.array(recordId).max(50).optional(),
  /** Inverts these filters: the list shows orders with none of the values. */
  isNot: z.array(z.enum(WORK_CHOICES)).max(WORK_CHOICES.length).optional(),
  /** Despatch days, both included. */
  despatchFrom: dayOrEmpty.optional(),
  despatchTo: dayOrEmpty.optional(),
  /** Total value of the lines in the order's currency, both limits included. */
  valueFrom: amount(MAX_ORDER_VALUE),
  valueTo: amount(MAX_ORDER_VALUE),
}

export const CUT_OFF_FILTERS = ['soon', 'missed'] as const
export type CutOffFilter = (typeof CUT_OFF_FILTERS)[number]

/** Criteria for orders in any status. */
export const findCriteria = { ...orderCriteria, ...choiceCriteria }

/** Criteria for orders to act on. */
export const workCriteria = {
  ...findCriteria,
  /** Kilograms of the active consignments, both included. Orders without active consignments have no weight. */
  weightFrom: amount(MAX_ORDER_WEIGHT),
  weightTo: amount(MAX_ORDER_WEIGHT),
  /** New or released, and no carrier takes all of it. */
  noCarrier: z.boolean().optional(),
  /** New or released and despatched today; its cut-off comes within two hours, or has passed. */
  cutOff: z.enum(CUT_OFF_FILTERS).optional(),
  /**
   * Late orders: past their despatch day and not yet at the warehouse, picking past that day, or sent in part. Listed
   * in the statuses of the delay, whether or not they can still be acted on.
   */
  delay: z.enum(DELAY_CODES).optional(),
}

/** Counts of orders to act on, by filter value and by built-in view. */
export const workCounts = z.strictObject({
  values: z.array(
    z.strictObject({ choice: z.enum(WORK_CHOICES), value: z.string(), title: z.string(), count: z.int() }),
  ),
  views: z.strictObject({
    toRelease: z.int(),
    /** These five count orders in all their statuses, even where only new orders are counted. */
    pastDespatch: z.int(),
    pickingLate: z.int(),
    partSent: z.int(),
    noCarrier: z.int(),
    needsAttention: z.int(),
    dueToday: z.int(),
    suspended: z.int(),
    assignedToMe: z.int(),
  }),
})
export type WorkCounts = z.infer<typeof workCounts>

export const datesInOrderRule = {
  path: ['dateTo'],
  message: 'The end date is before the start date',
}
export const areDatesInOrder = (criteria: { dateFrom?: string | undefined; dateTo?: string | undefined }) =>
  !criteria.dateFrom || !criteria.dateTo || criteria.dateFrom <= criteria.dateTo

/** A page of a list, from its start or from a cursor that {@link listPlaces} returned. */
export const listPage = {
  ...wholePaging,
  sort: sortBy(ORDER_SORTS, 'orderDate'),
  desc: z.boolean().default(true),
  /** Cursor: client, sort value and order number of a row, as returned with a total. */
  from: z
    .string()
    .max(120)
    .regex(/^[A-Za-z0-9_-]{1,20} \S{1,20} \S.{0,49}$/u, 'A place is as a total gave it')
    .optional(),
}

/** {@link listPage} for work lists, whose cursor may contain a customer name. */
export const workPage = {
  ...listPage,
  sort: sortBy(WORK_SORTS, 'orderDate'),
  from: z
    .string()
    .max(400)
    .regex(/^[A-Za-z0-9_-]{1,20} \S{1,260} \S.{0,49}$/u, 'A place is as a total gave it')
    .optional(),
}

/** Whether more rows follow, and the cursor of the next page for `from`. */
export const listNext = { hasMore: z.boolean(), next: z.string().optional() }

/** Asks a total for cursors in this sort order, so that a jump into a long list starts near its row. */
export const listPlaces = { places: z.strictObject({ sort: z.enum(ORDER_SORTS), desc: z.boolean() }).optional() }
export const workPlaces = { places: z.strictObject({ sort: z.enum(WORK_SORTS), desc: z.boolean() }).optional() }
export const listTotal = z.strictObject({
  total: z.int(),
  /** For lists of orders to act on: time of the count, for a command's `asOf`. */
  at: instant.optional(),
  /** On request: cursors of rows 1, 201, 401 and so on, up to the first 10,000. */
  places: z.array(z.string()).optional(),
})
