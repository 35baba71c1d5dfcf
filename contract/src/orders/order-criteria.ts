import { DELAY_CODES } from '@despatch/domain/orders/delays'
import { ORDER_STATUS_CODES } from '@despatch/domain/orders/order-status'
import { SUSPEND_REASONS } from '@despatch/domain/orders/commands/reasons'
import { DISPATCH_SERVICES } from '@despatch/domain/routing/dispatch-service'
import { z } from 'zod'
import { MAX_TAG } from '@despatch/domain/orders/tags-and-notes/notes'
import {
  asMeant,
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
/** Lists of work are sorted by these too; 'customer' is the name as it is shown, in any case. */
export const WORK_SORTS = [...ORDER_SORTS, 'customer', 'postCode', 'dispatchService'] as const
export type WorkSort = (typeof WORK_SORTS)[number]

/**
 * What to look for: specification 3, 'Order search criteria: orderRef, dateFrom, dateTo, email', and what stands beside
 * them. Without any of it, the newest orders. Days are the operator's (Europe/London), both included.
 */
export const orderCriteria = {
  orderRef: text(50, 'Order reference').optional(),
  email: text(254, 'Email').optional(),
  /** Where it is delivered to, in any spelling. */
  postCode: text(12, 'Postcode').optional(),
  /** What a line is of, as typed or in capitals. */
  skuCode: text(40, 'SKU').optional(),
  dateFrom: dayOrEmpty.optional(),
  dateTo: dayOrEmpty.optional(),
  /** Despatched and delivered with less than was ordered: what may be closed short. */
  sentShort: z.boolean().optional(),
  /** New, released or suspended, and lacking something to be delivered: an address, a weight, a carrier. */
  needsAttention: z.boolean().optional(),
  /** New, released or suspended, and of a SKU of which more is promised and reserved than was counted. */
  shortOfStock: z.boolean().optional(),
  status: z.array(z.enum(ORDER_STATUS_CODES)).max(ORDER_STATUS_CODES.length).optional(),
}

/** What of a list may be one of some values, or none of them. */
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

/** As much is asked for of values and weights. */
export const MAX_ORDER_VALUE = 1_000_000_000
export const MAX_ORDER_WEIGHT = 1_000_000
const amount = (most: number) => z.number().overwrite(asMeant(4)).min(0, 'At least 0').max(most).optional()

/** What orders are chosen by, beside {@link orderCriteria}. */
const choiceCriteria = {
  /** Carriers by their codes: one of them takes a consignment of the order. */
  carrier: z.array(text(60, 'Carrier')).max(50).optional(),
  /** Methods by their ids: a consignment of the order goes with one of them. */
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
  /** Of several clients that are asked for, some. */
  clientCode: z.array(clientCode).max(50).optional(),
  source: z.array(z.enum(ORDER_SOURCES)).max(ORDER_SOURCES.length).optional(),
  suspendedFor: z.array(z.enum(SUSPEND_REASONS)).max(SUSPEND_REASONS.length).optional(),
  /** The file that they came with, by the run that fed it. */
  feedRun: z.int().min(1).optional(),
  /** Tags, the same in any case. */
  tag: z.array(prose(MAX_TAG, 'Tag')).max(50).optional(),
  /** Users by their ids. */
  assignee: z.array(recordId).max(50).optional(),
  /** Of these the orders are listed that have none of the values. */
  isNot: z.array(z.enum(WORK_CHOICES)).max(WORK_CHOICES.length).optional(),
  /** Despatch days, both included. */
  despatchFrom: dayOrEmpty.optional(),
  despatchTo: dayOrEmpty.optional(),
  /** What its lines are worth, in the order's own currency, both included. */
  valueFrom: amount(MAX_ORDER_VALUE),
  valueTo: amount(MAX_ORDER_VALUE),
}

/** What any orders are found by. */
export const findCriteria = { ...orderCriteria, ...choiceCriteria }

/** What orders that something may still be done to are looked for by. */
export const workCriteria = {
  ...findCriteria,
  /** Kilograms of the consignments that stand, both included; orders of which none stands have no weight yet. */
  weightFrom: amount(MAX_ORDER_WEIGHT),
  weightTo: amount(MAX_ORDER_WEIGHT),
  /** New or released, and no carrier takes all of it. */
  noCarrier: z.boolean().optional(),
  /**
   * Orders that are behind: past their despatch day and not with the warehouse yet, in picking past it, or sent in part. They are
   * listed in the statuses that the delay is of, whether or not anything may still be done to them.
   */
  delay: z.enum(DELAY_CODES).optional(),
}

/** How many orders that something may still be done to there are of each value, and in each built-in view. */
export const workCounts = z.strictObject({
  values: z.array(
    z.strictObject({ choice: z.enum(WORK_CHOICES), value: z.string(), title: z.string(), count: z.int() }),
  ),
  views: z.strictObject({
    toRelease: z.int(),
    /** These five are of all statuses that they can be of, also where the new orders alone are counted. */
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

export const rightWay = {
  path: ['dateTo'],
  message: 'The last day is before the first',
}
export const inOrder = (asked: { dateFrom?: string | undefined; dateTo?: string | undefined }) =>
  !asked.dateFrom || !asked.dateTo || asked.dateFrom <= asked.dateTo

/** A page of a list: of all that match or, with `from`, of those from a row on that {@link listPlaces} named. */
export const listPage = {
  ...wholePaging,
  sort: sortBy(ORDER_SORTS, 'orderDate'),
  desc: z.boolean().default(true),
  /** The client, what is sorted by and the number of a row, as a total gave them. */
  from: z
    .string()
    .max(120)
    .regex(/^[A-Za-z0-9_-]{1,20} \S{1,20} \S.{0,49}$/u, 'A place is as a total gave it')
    .optional(),
}

/** {@link listPage} of a list of work, of which a place may name a customer. */
export const workPage = {
  ...listPage,
  sort: sortBy(WORK_SORTS, 'orderDate'),
  from: z
    .string()
    .max(400)
    .regex(/^[A-Za-z0-9_-]{1,20} \S{1,260} \S.{0,49}$/u, 'A place is as a total gave it')
    .optional(),
}

/** What a page of a list says of those after it: whether there are any, and where they begin, as a page takes it for `from`. */
export const listNext = { hasMore: z.boolean(), next: z.string().optional() }

/** Asks a total for the places of the list in this order: any row of a long list is then near one, and none is counted to. */
export const listPlaces = { places: z.strictObject({ sort: z.enum(ORDER_SORTS), desc: z.boolean() }).optional() }
export const workPlaces = { places: z.strictObject({ sort: z.enum(WORK_SORTS), desc: z.boolean() }).optional() }
export const listTotal = z.strictObject({
  total: z.int(),
  /** Of orders that something may be done to: when they were counted, as commands take it for `asOf`. */
  at: instant.optional(),
  /** Where asked for: rows 1, 201, 401 and so on as a page takes them for `from`; of a longer list, the first 10,000. */
  places: z.array(z.string()).optional(),
})
