import {
  CUT_OFF_FILTERS,
  MAX_ORDER_VALUE,
  MAX_ORDER_WEIGHT,
  WORK_CHOICES,
  WORK_SORTS,
  type WorkSort,
  type WorkChoice,
  workCriteria,
} from '@despatch/contract/orders/order-criteria'
import { MAX_LISTED_NAMES } from '@despatch/contract/orders/selection'
import { orders } from '@despatch/contract/orders/orders'
import type { RouteInput } from '@despatch/contract/route/types'
import { addDays, isDay } from '@despatch/domain/calendar/day'
import { type Delay, DELAY_CODES, DELAYS } from '@despatch/domain/orders/delays'
import {
  ACTIONABLE_STATUSES,
  isActionAllowed,
  ORDER_STATUS_CODES,
  type OrderStatus,
} from '@despatch/domain/orders/order-status'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { filterFigure, ME, filterValues } from '../filter-values.ts'
import { MAX_POSTCODE, MAX_SKU } from '../criteria-shape.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import type { PageQuery } from '../../kit/list/rows/row-windows.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

const MAX_SEARCH_TEXT = 50
const day = z.string().refine(isDay).catch('')
const someStatuses = z
  .array(z.enum(ORDER_STATUS_CODES))
  .transform((codes) => ACTIONABLE_STATUSES.filter((code) => codes.includes(code)))

/** Multiple-choice filters in an address. */
export const choiceShape = {
  carrier: filterValues('carrier'),
  method: filterValues('method'),
  dispatchService: filterValues('dispatchService'),
  country: filterValues('country'),
  region: filterValues('region'),
  clientCode: filterValues('clientCode'),
  source: filterValues('source'),
  suspendedFor: filterValues('suspendedFor'),
  tag: filterValues('tag'),
  assignee: filterValues('assignee'),
  isNot: filterValues('isNot'),
  despatchFrom: day,
  despatchTo: day,
  valueFrom: filterFigure(MAX_ORDER_VALUE),
  valueTo: filterFigure(MAX_ORDER_VALUE),
}
const choices = z.object(choiceShape)
export type ChoiceSearch = z.output<typeof choices>
export const NO_CHOICES: ChoiceSearch = choices.parse({})

/** Whether any of these filters is set. */
export const hasChoices = (search: ChoiceSearch) =>
  WORK_CHOICES.some((choice) => search[choice].length > 0) ||
  [search.despatchFrom, search.despatchTo, search.valueFrom, search.valueTo].some((text) => text !== '')

/** Relative despatch days, so that a saved view stays current. */
export const DESPATCH_WHEN = { due: 'Today or earlier', past: 'Past', today: 'Today', tomorrow: 'Tomorrow' } as const
export type DespatchWhen = keyof typeof DESPATCH_WHEN
const WHEN_CODES = Object.keys(DESPATCH_WHEN) as [DespatchWhen, ...DespatchWhen[]]

/** Work lists show the oldest promise first. */
export const OLDEST_PROMISE_FIRST = { sort: 'despatchDate', order: 'asc' } as const

function workList(defaultStatuses: readonly OrderStatus[]) {
  return {
    /** Statuses shown by default. */
    defaultStatuses,
    shape: z.object({
      orderRef: z.string().max(MAX_SEARCH_TEXT).catch(''),
      email: z.string().max(254).catch(''),
      postCode: z.string().max(MAX_POSTCODE).catch(''),
      skuCode: z.string().max(MAX_SKU).catch(''),
      dateFrom: day,
      dateTo: day,
      attention: z.enum(['only', 'stock', '']).catch(''),
      ...choiceShape,
      weightFrom: filterFigure(MAX_ORDER_WEIGHT),
      weightTo: filterFigure(MAX_ORDER_WEIGHT),
      despatch: z.enum([...WHEN_CODES, '']).catch(''),
      noCarrier: z.enum(['only', '']).catch(''),
      cutOff: z.enum([...CUT_OFF_FILTERS, '']).catch(''),
      delay: z.enum([...DELAY_CODES, '']).catch(''),
      status: z
        .preprocess((value) => (typeof value === 'string' ? [value] : value), someStatuses)
        .catch([])
        .transform((codes) => (codes.length > 0 ? codes : [...defaultStatuses])),
      page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      limit: z
        .unknown()
        .optional()
        .transform((size) => pageSizeOf(size)),
      sort: z.enum(WORK_SORTS).catch(OLDEST_PROMISE_FIRST.sort),
      order: z.enum(['asc', 'desc']).catch(OLDEST_PROMISE_FIRST.order),
      /** The order to amend in its own tab, and its client. */
      amend: z.string().max(MAX_SEARCH_TEXT).catch(''),
      client: z.string().max(20).catch(''),
    }),
  }
}

/** A list of orders to act on: its default statuses and the shape of its address. */
export type WorkOrderKind = ReturnType<typeof workList>
export type WorkOrderSearch = z.output<WorkOrderKind['shape']>

/** View New Orders: not released yet. */
export const NEW_ORDERS = workList(['N'])
/** Order: Suspend, Amend or Cancel: all orders that can be acted on. */
export const OPEN_ORDERS = workList(ACTIONABLE_STATUSES)

/** Default filters of a list. */
export const defaultFilters = ({ defaultStatuses }: WorkOrderKind) => ({
  orderRef: '',
  email: '',
  postCode: '',
  skuCode: '',
  dateFrom: '',
  dateTo: '',
  attention: '' as const,
  ...NO_CHOICES,
  weightFrom: '',
  weightTo: '',
  despatch: '' as const,
  noCarrier: '' as const,
  cutOff: '' as const,
  delay: '' as const,
  status: [...defaultStatuses],
})

/** Whether a list differs from its default. */
export function hasWorkFilters(search: WorkOrderSearch, { defaultStatuses }: WorkOrderKind): boolean {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, attention, status } = search
  const { despatch, weightFrom, weightTo, noCarrier, cutOff, delay } = search
  const texts = { orderRef, email, postCode, skuCode, dateFrom, dateTo, attention }
  const others = { despatch, weightFrom, weightTo, noCarrier, cutOff, delay }
  return (
    Object.values({ ...texts, ...others }).some((text) => text !== '') ||
    hasChoices(search) ||
    status.join('') !== defaultStatuses.join('')
  )
}

/** A list's filters, as taken by calls and by commands for all matches. */
export type Matching = NonNullable<RouteInput<typeof orders.release>['body']['matching']>

export function matchingOf(search: WorkOrderSearch): Matching {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, status } = search
  return {
    ...(orderRef.trim() && { orderRef: orderRef.trim() }),
    ...(email.trim() && { email: email.trim() }),
    ...(postCode.trim() && { postCode: postCode.trim() }),
    ...(skuCode.trim() && { skuCode: skuCode.trim() }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...(search.attention === 'only' && { needsAttention: true }),
    ...(search.attention === 'stock' && { shortOfStock: true }),
    ...toChoices(search),
    ...despatchDays(search),
    ...toFigures(search, ['weightFrom', 'weightTo']),
    ...(search.noCarrier === 'only' && { noCarrier: true }),
    ...(search.cutOff && { cutOff: search.cutOff }),
    ...(search.delay && { delay: search.delay }),
    // For orders at the warehouse, the delay determines the statuses.
    ...(!isWithWarehouse(search) && { status }),
  }
}

/** Whether a list shows orders at the warehouse, which cannot be acted on. */
export const isWithWarehouse = ({ delay }: { readonly delay: Delay | '' }) =>
  delay !== '' && !DELAYS[delay].statuses.some((status) => isActionAllowed(status, 'release'))

/** Chosen filter values, and the inverted filters. */
export function toChoices(search: ChoiceSearch) {
  const chosen = WORK_CHOICES.filter((choice) => search[choice].length > 0)
  const isNot = chosen.filter((choice) => search.isNot.includes(choice))
  const read = CHOICES_SHAPE.safeParse(
    Object.fromEntries(chosen.map((choice) => [choice, resolveMe(choice, search[choice])])),
  )
  const { despatchFrom, despatchTo } = search
  return {
    ...(read.success && { ...read.data, ...(isNot.length > 0 && { isNot }) }),
    ...(despatchFrom && { despatchFrom }),
    ...(despatchTo && { despatchTo }),
    ...toFigures(search, ['valueFrom', 'valueTo']),
  }
}
const CHOICES_SHAPE = z
  .object(workCriteria)
  .pick(Object.fromEntries(WORK_CHOICES.map((choice) => [choice, true])) as Record<WorkChoice, true>)

const resolveMe = (choice: WorkChoice, chosen: readonly string[]) =>
  choice === 'assignee' ? chosen.map((one) => (one === ME ? (session.store.get().user?._id ?? '') : one)) : chosen

/** Figures that are set. */
const toFigures = <Name extends string>(search: Readonly<Record<Name, string>>, names: readonly Name[]) =>
  Object.fromEntries(names.filter((name) => search[name] !== '').map((name) => [name, Number(search[name])])) as {
    [Each in Name]?: number
  }

/** The despatch period for the operator's today. */
function despatchDays({ despatch }: WorkOrderSearch): Partial<Matching> {
  if (despatch === '') return {}
  const today = operatorToday()
  if (despatch === 'due') return { despatchTo: today }
  if (despatch === 'past') return { despatchTo: addDays(today, -1) }
  const on = despatch === 'today' ? today : addDays(today, 1)
  return { despatchFrom: on, despatchTo: on }
}

/** Counts by filter value and built-in view, refreshed every half minute. */
export const workCounts = ({ defaultStatuses }: WorkOrderKind) => {
  const of = defaultStatuses.length === 1 ? 'new' : 'open'
  return queryOptions({
    queryKey: ['orders', 'work-counts', of],
    queryFn: ({ signal }) => call(orders.listCounts, { query: { of } }, { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
  })
}

type ListSort = { readonly sort: WorkSort; readonly desc: boolean }

/** Reads a page of a list, counted from the place `from` if given. */
export function fetchWorkOrders(matching: Matching, sorted: ListSort, page: PageQuery, signal?: AbortSignal) {
  return call(orders.list, { body: { ...matching, ...sorted, ...page } }, { signal })
}

/** Reads the places of a list. */
export async function fetchWorkPlaces(matching: Matching, sorted: ListSort, signal: AbortSignal) {
  const { places = [] } = await call(orders.listTotal, { body: { ...matching, places: sorted } }, { signal })
  return places
}

/** Counts matching orders. */
export const workOrderTotal = (matching: Matching) => ({
  queryKey: ['orders', 'work-total', matching],
  fetch: (signal: AbortSignal) => call(orders.listTotal, { body: matching }, { signal }),
})

export type OrderReference = { readonly clientCode: string; readonly orderNumber: string }

/** An order with the version shown in this window. */
export type ShownOrder = OrderReference & { readonly version?: number }

/** Orders of a command: listed, or all matches except some. */
export type Selection =
  | { readonly orders: readonly ShownOrder[] }
  | {
      readonly matching: Matching
      readonly except: readonly OrderReference[]
      /** When the server read the list that is shown. */
      readonly asOf?: string
    }

export const orderKey = ({ clientCode, orderNumber }: OrderReference): OrderReference => ({ clientCode, orderNumber })

/** Keeps the version if it is known. */
export const withKnownVersion = ({ version, ...order }: ShownOrder): ShownOrder => ({
  ...orderKey(order),
  ...(version !== undefined && { version }),
})

/** Why so many orders cannot be listed in one command; undefined if they can. */
export function whyTooMany(selection: Selection): string | undefined {
  const [named, how] = 'orders' in selection ? [selection.orders, 'Select'] : [selection.except, 'Leave out']
  if (named.length <= MAX_LISTED_NAMES) return undefined
  return `${how} up to ${MAX_LISTED_NAMES.toLocaleString('en-GB')} orders one by one. For more, narrow the list and select all.`
}

/** Request body of a selection for calls that change orders, with the versions shown. */
export const shownBody = (selection: Selection) =>
  'orders' in selection
    ? { orders: [...selection.orders] }
    : { ...selectionBody(selection), ...(selection.asOf && { asOf: selection.asOf }) }

/** Request body of a selection for other calls. */
export const selectionBody = (selection: Selection) =>
  'orders' in selection
    ? { orders: selection.orders.map(orderKey) }
    : { matching: selection.matching, except: [...selection.except] }
