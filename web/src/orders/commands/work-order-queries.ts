import {
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
import { ACTIONABLE_STATUSES, mayBe, ORDER_STATUS_CODES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { figure, ME, valuesOf } from '../asked-values.ts'
import { MAX_POSTCODE, MAX_SKU } from '../criteria-shape.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import type { PageAsked } from '../../kit/list/rows/windows.ts'
import { operatorToday } from '../../kit/browser/clock.ts'

const MAX_SEARCHED = 50
const day = z.string().refine(isDay).catch('')
const someStatuses = z
  .array(z.enum(ORDER_STATUS_CODES))
  .transform((codes) => ACTIONABLE_STATUSES.filter((code) => codes.includes(code)))

/** What lists of orders are chosen by, as an address has it. */
export const choiceShape = {
  carrier: valuesOf('carrier'),
  method: valuesOf('method'),
  dispatchService: valuesOf('dispatchService'),
  country: valuesOf('country'),
  region: valuesOf('region'),
  clientCode: valuesOf('clientCode'),
  source: valuesOf('source'),
  suspendedFor: valuesOf('suspendedFor'),
  tag: valuesOf('tag'),
  assignee: valuesOf('assignee'),
  isNot: valuesOf('isNot'),
  despatchFrom: day,
  despatchTo: day,
  valueFrom: figure(MAX_ORDER_VALUE),
  valueTo: figure(MAX_ORDER_VALUE),
}
const choices = z.object(choiceShape)
export type ChoiceSearch = z.output<typeof choices>
export const NO_CHOICES: ChoiceSearch = choices.parse({})

/** Whether a list is narrowed by any of them. */
export const isChosen = (search: ChoiceSearch) =>
  WORK_CHOICES.some((choice) => search[choice].length > 0) ||
  [search.despatchFrom, search.despatchTo, search.valueFrom, search.valueTo].some((text) => text !== '')

/** Despatch days that move on by themselves, so that a saved view stays true. */
export const DESPATCH_WHEN = { due: 'Today or earlier', past: 'Past', today: 'Today', tomorrow: 'Tomorrow' } as const
export type DespatchWhen = keyof typeof DESPATCH_WHEN
const WHEN_CODES = Object.keys(DESPATCH_WHEN) as [DespatchWhen, ...DespatchWhen[]]

/** Where work waits, what was promised first comes first. */
export const OLDEST_PROMISE_FIRST = { sort: 'despatchDate', order: 'asc' } as const

function listOf(usual: readonly OrderStatus[]) {
  return {
    /** The statuses that are shown unasked. */
    usual,
    shape: z.object({
      orderRef: z.string().max(MAX_SEARCHED).catch(''),
      email: z.string().max(254).catch(''),
      postCode: z.string().max(MAX_POSTCODE).catch(''),
      skuCode: z.string().max(MAX_SKU).catch(''),
      dateFrom: day,
      dateTo: day,
      attention: z.enum(['only', 'stock', '']).catch(''),
      ...choiceShape,
      weightFrom: figure(MAX_ORDER_WEIGHT),
      weightTo: figure(MAX_ORDER_WEIGHT),
      despatch: z.enum([...WHEN_CODES, '']).catch(''),
      noCarrier: z.enum(['only', '']).catch(''),
      delay: z.enum([...DELAY_CODES, '']).catch(''),
      status: z
        .preprocess((value) => (typeof value === 'string' ? [value] : value), someStatuses)
        .catch([])
        .transform((codes) => (codes.length > 0 ? codes : [...usual])),
      page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
      limit: z
        .unknown()
        .optional()
        .transform((size) => pageSizeOf(size)),
      sort: z.enum(WORK_SORTS).catch(OLDEST_PROMISE_FIRST.sort),
      order: z.enum(['asc', 'desc']).catch(OLDEST_PROMISE_FIRST.order),
      /** The order that is amended, in a tab of its own, and whose it is. */
      amend: z.string().max(MAX_SEARCHED).catch(''),
      client: z.string().max(20).catch(''),
    }),
  }
}

/** A list of orders that something may be done to: what it shows unasked, and what its address says. */
export type WorkOrderKind = ReturnType<typeof listOf>
export type WorkOrderSearch = z.output<WorkOrderKind['shape']>

/** View New Orders: those that are not released yet. */
export const NEW_ORDERS = listOf(['N'])
/** Order: Suspend, Amend or Cancel: all that one of these may be done to. */
export const OPEN_ORDERS = listOf(ACTIONABLE_STATUSES)

/** The filters of a list as it shows them unasked. */
export const unasked = ({ usual }: WorkOrderKind) => ({
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
  delay: '' as const,
  status: [...usual],
})

/** Whether a list shows something else than it does unasked. */
export function isWorkNarrowed(search: WorkOrderSearch, { usual }: WorkOrderKind): boolean {
  const { orderRef, email, postCode, skuCode, dateFrom, dateTo, attention, status } = search
  const { despatch, weightFrom, weightTo, noCarrier, delay } = search
  return (
    [
      orderRef,
      email,
      postCode,
      skuCode,
      dateFrom,
      dateTo,
      attention,
      despatch,
      weightFrom,
      weightTo,
      noCarrier,
      delay,
    ].some((text) => text !== '') ||
    isChosen(search) ||
    status.join('') !== usual.join('')
  )
}

/** What the orders of a list have in common: its filters, as the calls and a command for all that match take them. */
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
    ...choicesOf(search),
    ...despatchDays(search),
    ...figuresOf(search, ['weightFrom', 'weightTo']),
    ...(search.noCarrier === 'only' && { noCarrier: true }),
    ...(search.delay && { delay: search.delay }),
    // Of orders that the warehouse has, the delay says the statuses.
    ...(!isWithWarehouse(search) && { status }),
  }
}

/** Whether a list is of orders that the warehouse has: nothing can be done to them here. */
export const isWithWarehouse = ({ delay }: { readonly delay: Delay | '' }) =>
  delay !== '' && !DELAYS[delay].statuses.some((status) => mayBe(status, 'release'))

/** What is chosen of each filter, and of which it is to be none. */
export function choicesOf(search: ChoiceSearch) {
  const chosen = WORK_CHOICES.filter((choice) => search[choice].length > 0)
  const isNot = chosen.filter((choice) => search.isNot.includes(choice))
  const read = CHOSEN.safeParse(Object.fromEntries(chosen.map((choice) => [choice, asAsked(choice, search[choice])])))
  const { despatchFrom, despatchTo } = search
  return {
    ...(read.success && { ...read.data, ...(isNot.length > 0 && { isNot }) }),
    ...(despatchFrom && { despatchFrom }),
    ...(despatchTo && { despatchTo }),
    ...figuresOf(search, ['valueFrom', 'valueTo']),
  }
}
const CHOSEN = z
  .object(workCriteria)
  .pick(Object.fromEntries(WORK_CHOICES.map((choice) => [choice, true])) as Record<WorkChoice, true>)

const asAsked = (choice: WorkChoice, chosen: readonly string[]) =>
  choice === 'assignee' ? chosen.map((one) => (one === ME ? (session.store.get().user?._id ?? '') : one)) : chosen

/** The figures that are given. */
const figuresOf = <Name extends string>(search: Readonly<Record<Name, string>>, names: readonly Name[]) =>
  Object.fromEntries(names.filter((name) => search[name] !== '').map((name) => [name, Number(search[name])])) as {
    [Each in Name]?: number
  }

/** The despatch days that are asked for, by the operator's today. */
function despatchDays({ despatch }: WorkOrderSearch): Partial<Matching> {
  if (despatch === '') return {}
  const today = operatorToday()
  if (despatch === 'due') return { despatchTo: today }
  if (despatch === 'past') return { despatchTo: addDays(today, -1) }
  const on = despatch === 'today' ? today : addDays(today, 1)
  return { despatchFrom: on, despatchTo: on }
}

/** How many there are of each value and in each built-in view, counted again every half minute. */
export const workCounts = ({ usual }: WorkOrderKind) => {
  const of = usual.length === 1 ? 'new' : 'open'
  return queryOptions({
    queryKey: ['orders', 'work-counts', of],
    queryFn: ({ signal }) => call(orders.listCounts, { query: { of } }, { signal }),
    staleTime: 15_000,
    refetchInterval: 30_000,
  })
}

/** Puts a value in or takes it out: what was to be none of the values is to be this one. */
export function toggled(search: WorkOrderSearch, choice: WorkChoice, value: string): Partial<WorkOrderSearch> {
  const isChosen = isToggled(search, choice, value)
  const { [choice]: before, isNot } = search
  const others = isNot.includes(choice) ? [] : before.filter((one) => one !== value)
  return { [choice]: isChosen ? others : [...others, value], isNot: isNot.filter((one) => one !== choice) }
}
export const isToggled = (search: WorkOrderSearch, choice: WorkChoice, value: string) =>
  search[choice].includes(value) && !search.isNot.includes(choice)

type Ordered = { readonly sort: WorkSort; readonly desc: boolean }

/** Asks for one page of a list; with `from`, counted from that place of it on. */
export function fetchWorkOrders(matching: Matching, sorted: Ordered, page: PageAsked, signal?: AbortSignal) {
  return call(orders.list, { body: { ...matching, ...sorted, ...page } }, { signal })
}

/** Asks for the places of a list. */
export async function fetchWorkPlaces(matching: Matching, sorted: Ordered, signal: AbortSignal) {
  const { places = [] } = await call(orders.listTotal, { body: { ...matching, places: sorted } }, { signal })
  return places
}

/** How many orders match, whatever the page and the sort. */
export const workOrderTotal = (matching: Matching) => ({
  queryKey: ['orders', 'work-total', matching],
  fetch: (signal: AbortSignal) => call(orders.listTotal, { body: matching }, { signal }),
})

export type OrderOf = { readonly clientCode: string; readonly orderNumber: string }

/** An order with the version that the window shows of it. */
export type ShownOrder = OrderOf & { readonly version?: number }

/** The orders that a command is for: named one by one, or all that match but for some. */
export type Selection =
  | { readonly orders: readonly ShownOrder[] }
  | {
      readonly matching: Matching
      readonly except: readonly OrderOf[]
      /** When the server read the list that the window shows. */
      readonly asOf?: string
    }

export const nameOf = ({ clientCode, orderNumber }: OrderOf): OrderOf => ({ clientCode, orderNumber })

/** The same, with the version that is shown, where that is known. */
export const shownOf = ({ version, ...order }: ShownOrder): ShownOrder => ({
  ...nameOf(order),
  ...(version !== undefined && { version }),
})

/** Why orders cannot be named in one command, in words; undefined where they can. */
export function whyTooMany(selection: Selection): string | undefined {
  const [named, how] = 'orders' in selection ? [selection.orders, 'Select'] : [selection.except, 'Leave out']
  if (named.length <= MAX_LISTED_NAMES) return undefined
  return `${how} at most ${MAX_LISTED_NAMES.toLocaleString('en-GB')} orders one by one; for more, narrow the list and select all that match.`
}

/** A selection as the calls take it that change orders: as it is shown. */
export const shownBody = (selection: Selection) =>
  'orders' in selection
    ? { orders: [...selection.orders] }
    : { ...selectionBody(selection), ...(selection.asOf && { asOf: selection.asOf }) }

/** A selection as other calls take it. */
export const selectionBody = (selection: Selection) =>
  'orders' in selection
    ? { orders: selection.orders.map(nameOf) }
    : { matching: selection.matching, except: [...selection.except] }
