import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import type { AmendOrder } from '@despatch/contract/orders/amend/amend-order'
import { MAX_ITEMS, REQUIRED_FIELD_LABELS } from '@despatch/contract/orders/create/create-order'
import { order as orderShape } from '@despatch/contract/orders/order'
import { requiredMessage } from '@despatch/contract/route/fields'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import {
  amendedDayProblem,
  amendedDespatchDay,
  amendedLines,
  contactProblems,
  emptiedFields,
  type ValuedLine,
} from '@despatch/domain/orders/amend/amended-order'
import { dispatchService } from '@despatch/domain/routing/dispatch-service'
import { linesLabel, type OrderChanges } from '@despatch/domain/orders/order-fields'
import { isActionAllowed, ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { readPhone } from '@despatch/domain/text/phone'
import { normalPostcode } from '@despatch/domain/text/postcode'
import {
  type AllocationInputs,
  prepareInputs,
  loadOrderInputs,
  type OrderInputs,
} from '../../routing/allocation/allocation-inputs.ts'
import { type LockedOrder, lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { withStoredSkus, totalsOf } from '../order-lines.ts'
import { countryProblems, flagProblems, lineProblems } from '../commands/order-problems.ts'
import { holdReturnsOf } from '../commands/replacements.ts'
import { addressLackBits, goodsLackBits } from '../order-lacks.ts'
import { type OrderColumns, presentWhole } from '../present.ts'
import { linesOf, oneOrder, wholeOrder } from '../queries.ts'
import { inOrder } from '../../database/transaction.ts'

const COLUMNS = {
  customerFirstName: 'customer_first_name',
  customerLastName: 'customer_last_name',
  email: 'email',
  phone: 'phone',
  customerAccount: 'customer_account',
  country: 'country',
  addressLine1: 'address_line_1',
  addressLine2: 'address_line_2',
  addressLine3: 'address_line_3',
  addressLine4: 'address_line_4',
  postCode: 'post_code',
} as const
type TextField = keyof typeof COLUMNS
const TEXT_FIELDS = Object.keys(COLUMNS) as TextField[]

/** An order and the changes of an amendment. */
export type Amendment = {
  readonly was: OrderColumns
  /** The order to allocate, with its present allocation. */
  readonly order: LockedOrder
  /** The new values of its row. */
  readonly set: Pick<OrderColumns, (typeof COLUMNS)[TextField] | 'dispatch_service' | 'despatch_date' | 'lacks'>
  /** The new lines; undefined if they are unchanged. */
  readonly lines: readonly ValuedLine[] | undefined
  /** The previous lines, if they change. */
  readonly linesWere: readonly ValuedLine[] | undefined
  /** The part of the phone text that was dropped. */
  readonly phoneNote?: string | undefined
  /** Effective changes; empty if the amendment changes nothing. */
  readonly changes: OrderChanges
  readonly grounds: AllocationInputs
}

/**
 * Works out what an amendment changes; writes nothing. Locks the order until the end of the transaction unless
 * `isOnlyRead`. Throws an AppError: 404 if the client has no such order, 422 if it can no longer be amended, 409 with
 * the current order if its version changed, 400 for invalid fields.
 */
export async function readAmendment(
  context: Context,
  requested: AmendOrder,
  { isOnlyRead = false } = {},
): Promise<Amendment> {
  const [{ transaction, client, now, services }, { orderNumber }] = [context, requested]
  const items = requested.items && (await withStoredSkus(transaction, client, requested.items))
  // Read after the lock, so that the values cannot change any more.
  const [, [held], [was], storedLines, daysOff] = await inOrder([
    isOnlyRead ? undefined : holdReturnsOf(transaction, client, [orderNumber]),
    lockOrders(transaction, client, [orderNumber], { isOnlyRead }),
    transaction.rows(oneOrder(client, orderNumber)),
    items ? transaction.rows(linesOf([client], orderNumber, { offset: 0, limit: MAX_ITEMS })) : [],
    clientDaysOff(transaction, client),
  ])
  if (!held || !was) throw new AppError('not_found', noDataAvailable(orderNumber))
  const { body, phoneNote } = withPhone({ ...requested, ...(items && { items }) }, was)
  if (!isActionAllowed(was.status, 'amend')) throw notAmendable(was)
  if (was.version !== body.version) throw await versionConflict(context, was)
  const service = dispatchService(body.dispatchService)
  const despatch = { service, day: body.date || undefined }
  const before = { service: was.dispatch_service, day: was.despatch_date }
  const day = amendedDespatchDay(despatch, before, now, daysOff)
  const skus = (body.items ?? held.lines.map(({ sku }) => ({ SKU: sku }))).map(({ SKU }) => SKU)
  const owner = await loadOrderInputs(transaction, client, { skus: [...new Set(skus)], from: day, to: day })
  if (!owner) throw new Error(`There is no client ${client}`)
  const prices = new Map((owner.goods ?? []).map(({ sku, unitValue }) => [sku, parseMoney(unitValue)]))
  const linesWere = storedLines.map(toValuedLine)
  const lines = body.items && amendedLines(body.items.map(toLineInput), linesWere, (SKU) => prices.get(SKU) ?? 0n)
  throwIfInvalid([
    ...headerProblems(was, body, amendedDayProblem(despatch, before, now, daysOff)),
    ...(body.items && lines ? itemProblems(was, body.items, { prices, lines, owner, storedLines }) : []),
  ])
  const postCode = body.postCode && (normalPostcode(body.country, body.postCode) ?? body.postCode)
  const lacks =
    addressLackBits({ ...body, postCode }) | goodsLackBits(skus, owner.goods) | ((was.lacks ?? 0) & CARRIER_LACK)
  const set = { ...textColumns({ ...body, postCode }), dispatch_service: service, despatch_date: day, lacks }
  const linesChange = lines && lineChanges({ before: linesWere, after: lines }, was.currency_code)
  return {
    was,
    set,
    phoneNote,
    lines: linesChange && lines,
    linesWere: linesChange && linesWere,
    changes: {
      ...headerChanges(was, set, despatch.day !== undefined || linesChange !== undefined),
      ...(linesChange && { items: linesChange }),
    },
    grounds: await prepareInputs(transaction, { client, books: services.books }, owner, daysOff),
    order: {
      ...held,
      service,
      country: body.country,
      region: await regionOf(transaction, body.country, postCode),
      postcode: postCode,
      despatchDay: day,
      lines: lines?.map(({ SKU, quantity }) => ({ sku: SKU, quantity })) ?? held.lines,
    },
  }
}

/** Normalises the phone; an unreadable one does not replace the present one. */
function withPhone(requested: AmendOrder, was: OrderColumns): { body: AmendOrder; phoneNote: string | undefined } {
  const { phone, note: phoneNote } = readPhone(requested.phone.trim())
  return { body: { ...requested, phone: phone === '' && phoneNote !== undefined ? was.phone : phone }, phoneNote }
}

/** Line numbers that the order does not have, or that occur twice. */
function lineNumberProblems(
  items: NonNullable<AmendOrder['items']>,
  storedLines: readonly StoredLine[],
): FieldProblem[] {
  const left = new Set(storedLines.map(({ line_number }) => line_number))
  return items.flatMap(({ lineNumber }, index) => {
    if (typeof lineNumber !== 'number' || left.delete(lineNumber)) return []
    const isTwice = storedLines.some(({ line_number }) => line_number === lineNumber)
    const message = isTwice ? `Line ${lineNumber} is given twice` : `The order has no line ${lineNumber}`
    return [{ path: `items.${index}.lineNumber`, message }]
  })
}

const headerProblems = (was: OrderColumns, body: AmendOrder, dayProblem: string | undefined): FieldProblem[] => [
  ...emptiedProblems(was, body),
  ...countryProblems(body),
  ...contactProblems({ email: was.email, country: was.country, postCode: was.post_code }, body),
  ...(dayProblem ? [{ path: 'date', message: dayProblem }] : []),
]

type StoredLine = { line_number: number; sku_code: string; quantity: number; unit_value: string; total_value: string }

const toValuedLine = ({ line_number, sku_code, quantity, unit_value, total_value }: StoredLine) => ({
  lineNumber: line_number,
  SKU: sku_code,
  quantity,
  unit: parseMoney(unit_value),
  total: parseMoney(total_value),
})

const toLineInput = ({ SKU, quantity, totalValue, lineNumber }: NonNullable<AmendOrder['items']>[number]) => ({
  lineNumber,
  SKU,
  quantity,
  enteredTotal: totalValue ? parseMoney(totalValue) : undefined,
})

const textColumns = (body: AmendOrder) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [COLUMNS[field], body[field]])) as Pick<
    OrderColumns,
    (typeof COLUMNS)[TextField]
  >

function throwIfInvalid(problems: FieldProblem[]): void {
  if (problems.length > 0) throw refuseFields(problems)
}

/** The order is being picked or has ended. */
function notAmendable({ order_number, status }: OrderColumns): AppError {
  const at = status === 'C' ? 'cancelled' : `already at ${ORDER_STATUSES[status].description.toLowerCase()}`
  return new AppError('unprocessable', `Order ${order_number} is ${at} and can no longer be amended.`)
}

/** The refusal carries the current order. */
async function versionConflict({ transaction, client }: Context, { order_number }: OrderColumns): Promise<AppError> {
  const present = await transaction.row(wholeOrder(client, order_number))
  return new AppError(
    'version_conflict',
    `Someone else changed order ${order_number}. Review their changes and choose which values to keep.`,
    { present: present && presentWhole(present), presentShape: orderShape },
  )
}

function emptiedProblems(was: OrderColumns, body: AmendOrder): FieldProblem[] {
  const had = {
    customerFirstName: was.customer_first_name,
    customerLastName: was.customer_last_name,
    email: was.email,
    addressLine1: was.address_line_1,
    postCode: was.post_code,
    country: was.country,
  }
  return emptiedFields(had, body).map((path) => ({ path, message: requiredMessage(REQUIRED_FIELD_LABELS[path]) }))
}

function itemProblems(
  was: OrderColumns,
  items: NonNullable<AmendOrder['items']>,
  input: {
    prices: Map<string, bigint>
    lines: readonly ValuedLine[]
    owner: OrderInputs
    storedLines: readonly StoredLine[]
  },
): FieldProblem[] {
  if (was.item_count > MAX_ITEMS)
    return [
      {
        path: 'items',
        message: `This order was imported with more than ${MAX_ITEMS} lines, so they can’t be amended here`,
      },
    ]
  const { owner, storedLines, ...worth } = input
  return [
    ...lineNumberProblems(items, storedLines),
    ...lineProblems(items, worth),
    ...flagProblems(items, owner, was.item_count),
  ]
}

/** `isElse`: a day was requested, or the lines change. */
function headerChanges(was: OrderColumns, set: Amendment['set'], isElse: boolean): OrderChanges {
  const changes: OrderChanges = {}
  for (const field of TEXT_FIELDS) {
    const [before, after] = [was[COLUMNS[field]], set[COLUMNS[field]]]
    if (before !== after) changes[field] = { before, after }
  }
  if (was.dispatch_service !== set.dispatch_service)
    changes.dispatchService = { before: was.dispatch_service, after: set.dispatch_service }
  // A passed day moves on its own only if something else changes.
  const isRequested = isElse || Object.keys(changes).length > 0
  if (isRequested && was.despatch_date !== set.despatch_date)
    changes.date = { before: formatDayShort(was.despatch_date), after: formatDayShort(set.despatch_date) }
  return changes
}

function lineChanges(
  { before, after }: Record<'before' | 'after', readonly ValuedLine[]>,
  currency: string,
): OrderChanges['items'] {
  const words = (lines: readonly ValuedLine[]) =>
    linesLabel(
      lines.map(({ SKU, quantity, total }) => ({ SKU, quantity, totalValue: moneyText(total) })),
      currency,
    )
  const isSame =
    before.length === after.length &&
    before.every((line, index) => {
      const other = after[index]
      return line.SKU === other?.SKU && line.quantity === other.quantity && line.total === other.total
    })
  return isSame ? undefined : { before: words(before), after: words(after) }
}

/** Totals of the amended order. */
export function amendedTotals({ was, lines }: Amendment): { quantity: number; totalValue: string; itemCount: number } {
  return lines
    ? { ...totalsOf(lines), itemCount: lines.length }
    : { quantity: was.quantity, totalValue: was.total_value, itemCount: was.item_count }
}
