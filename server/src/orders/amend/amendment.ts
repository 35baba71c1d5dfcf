import { CARRIER_LACK } from '@despatch/domain/orders/needs-attention'
import type { AmendOrder } from '@despatch/contract/orders/amend/amend-order'
import { MAX_ITEMS, WORDS_OF_NEEDED } from '@despatch/contract/orders/create/create-order'
import { order as orderShape } from '@despatch/contract/orders/order'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
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
import { mayBe, ORDER_STATUSES } from '@despatch/domain/orders/order-status'
import { readPhone } from '@despatch/domain/text/phone'
import { normalPostcode } from '@despatch/domain/text/postcode'
import {
  type AllocationInputs,
  allocationInputsOf,
  loadOrderInputs,
  type OrderInputs,
} from '../../routing/allocation/allocation-inputs.ts'
import { type HeldOrder, holdOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import { itemsAsKept, totalsOf } from '../order-lines.ts'
import { countryProblems, flagProblems, lineProblems } from '../commands/order-problems.ts'
import { holdReturnsOf } from '../commands/replacements.ts'
import { addressLackBits, goodsLackBits } from '../order-lacks.ts'
import { type OrderColumns, presentWhole } from '../present.ts'
import { linesOf, oneOrder, wholeOrder } from '../queries.ts'
import { inOrder } from '../../database/transaction.ts'

const COLUMN_OF = {
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
type TextField = keyof typeof COLUMN_OF
const TEXT_FIELDS = Object.keys(COLUMN_OF) as TextField[]

/** An order, and what an amendment makes of it. */
export type Amendment = {
  readonly was: OrderColumns
  /** As it is to be allocated, with what stands of it. */
  readonly order: HeldOrder
  /** What its row is to say. */
  readonly set: Pick<OrderColumns, (typeof COLUMN_OF)[TextField] | 'dispatch_service' | 'despatch_date' | 'lacks'>
  /** Its lines; undefined where they stay as they are. */
  readonly lines: readonly ValuedLine[] | undefined
  /** Its lines as they were, where they do not. */
  readonly linesWere: readonly ValuedLine[] | undefined
  /** What of the phone that is asked for could not be kept in it. */
  readonly phoneNote?: string | undefined
  /** What is asked for and is not so already; nothing where the amendment changes nothing. */
  readonly changes: OrderChanges
  readonly grounds: AllocationInputs
}

/**
 * Reads an order, and works out what an amendment would make of it; writes nothing. The order is held until the end of the
 * transaction, unless it is only tried (`isOnlyRead`). Throws an AppError for an order that the client has not (404), that
 * may not be amended any more (422), that someone has changed since it was read (409, with the order as it is now), and
 * for what is wrong in single fields.
 */
export async function readAmendment(
  context: Context,
  asAsked: AmendOrder,
  { isOnlyRead = false } = {},
): Promise<Amendment> {
  const { transaction, client, now, services } = context
  const items = asAsked.items && (await itemsAsKept(transaction, client, asAsked.items))
  const { orderNumber } = asAsked
  // Asked behind the lock, so that they say what holds from then on.
  const [, [held], [was], kept, daysOff] = await inOrder([
    isOnlyRead ? undefined : holdReturnsOf(transaction, client, [orderNumber]),
    holdOrders(transaction, client, [orderNumber], { isOnlyRead }),
    transaction.rows(oneOrder(client, orderNumber)),
    items ? transaction.rows(linesOf([client], orderNumber, { offset: 0, limit: MAX_ITEMS })) : [],
    clientDaysOff(transaction, client),
  ])
  if (!held || !was) throw new AppError('not_found', noDataAvailable(orderNumber))
  const { body, phoneNote } = withPhone({ ...asAsked, ...(items && { items }) }, was)
  if (!mayBe(was.status, 'amend')) throw settled(was)
  if (was.version !== body.version) throw await conflict(context, was)
  const service = dispatchService(body.dispatchService)
  const asked = { service, day: body.date || undefined }
  const before = { service: was.dispatch_service, day: was.despatch_date }
  const day = amendedDespatchDay(asked, before, now, daysOff)
  const skus = (body.items ?? held.lines.map(({ sku }) => ({ SKU: sku }))).map(({ SKU }) => SKU)
  const owner = await loadOrderInputs(transaction, client, { skus: [...new Set(skus)], from: day, to: day })
  if (!owner) throw new Error(`There is no client ${client}`)
  const prices = new Map((owner.goods ?? []).map(({ sku, unitValue }) => [sku, parseMoney(unitValue)]))
  const linesWere = kept.map(valuedLine)
  const lines = body.items && amendedLines(body.items.map(givenLine), linesWere, (SKU) => prices.get(SKU) ?? 0n)
  refuse([
    ...headerProblems(was, body, amendedDayProblem(asked, before, now, daysOff)),
    ...(body.items && lines ? itemProblems(was, body.items, { prices, lines, owner, kept }) : []),
  ])
  const postCode = body.postCode && (normalPostcode(body.country, body.postCode) ?? body.postCode)
  const lacks =
    addressLackBits({ ...body, postCode }) | goodsLackBits(skus, owner.goods) | ((was.lacks ?? 0) & CARRIER_LACK)
  const set = { ...textColumns({ ...body, postCode }), dispatch_service: service, despatch_date: day, lacks }
  const linesChange = lines && linesChanged({ before: linesWere, after: lines }, was.currency_code)
  return {
    was,
    set,
    phoneNote,
    lines: linesChange && lines,
    linesWere: linesChange && linesWere,
    changes: {
      ...headerChanges(was, set, asked.day !== undefined || linesChange !== undefined),
      ...(linesChange && { items: linesChange }),
    },
    grounds: await allocationInputsOf(transaction, { client, books: services.books }, owner, daysOff),
    order: {
      ...held,
      service,
      country: body.country,
      region: await regionOf(transaction, body.country, postCode),
      despatchDay: day,
      lines: lines?.map(({ SKU, quantity }) => ({ sku: SKU, quantity })) ?? held.lines,
    },
  }
}

/** An amendment with its phone as it is kept: one that cannot be read does not take away the one that is there. */
function withPhone(asked: AmendOrder, was: OrderColumns): { body: AmendOrder; phoneNote: string | undefined } {
  const { phone, note: phoneNote } = readPhone(asked.phone.trim())
  return { body: { ...asked, phone: phone === '' && phoneNote !== undefined ? was.phone : phone }, phoneNote }
}

/** Numbers of lines that the order has not, or that are given twice. */
function lineNumberProblems(items: NonNullable<AmendOrder['items']>, kept: readonly KeptLine[]): FieldProblem[] {
  const left = new Set(kept.map(({ line_number }) => line_number))
  return items.flatMap(({ lineNumber }, index) => {
    if (typeof lineNumber !== 'number' || left.delete(lineNumber)) return []
    const isTwice = kept.some(({ line_number }) => line_number === lineNumber)
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

type KeptLine = { line_number: number; sku_code: string; quantity: number; unit_value: string; total_value: string }

const valuedLine = ({ line_number, sku_code, quantity, unit_value, total_value }: KeptLine) => ({
  lineNumber: line_number,
  SKU: sku_code,
  quantity,
  unit: parseMoney(unit_value),
  total: parseMoney(total_value),
})

const givenLine = ({ SKU, quantity, totalValue, lineNumber }: NonNullable<AmendOrder['items']>[number]) => ({
  lineNumber,
  SKU,
  quantity,
  given: totalValue ? parseMoney(totalValue) : undefined,
})

const textColumns = (body: AmendOrder) =>
  Object.fromEntries(TEXT_FIELDS.map((field) => [COLUMN_OF[field], body[field]])) as Pick<
    OrderColumns,
    (typeof COLUMN_OF)[TextField]
  >

function refuse(problems: FieldProblem[]): void {
  if (problems.length > 0) throw refuseFields(problems)
}

/** An order that is being picked, or has ended. */
function settled({ order_number, status }: OrderColumns): AppError {
  const at = status === 'C' ? 'cancelled' : `at ${ORDER_STATUSES[status].description.toLowerCase()} already`
  return new AppError('unprocessable', `Order ${order_number} is ${at}: it can no longer be amended.`)
}

/** Someone changed the order since it was read: the refusal carries it as it is now. */
async function conflict({ transaction, client }: Context, { order_number }: OrderColumns): Promise<AppError> {
  const present = await transaction.row(wholeOrder(client, order_number))
  return new AppError(
    'version_conflict',
    `Someone changed order ${order_number} meanwhile. Look at it as it is now, and choose what stands.`,
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
  return emptiedFields(had, body).map((path) => ({ path, message: `${WORDS_OF_NEEDED[path]} is missing` }))
}

function itemProblems(
  was: OrderColumns,
  items: NonNullable<AmendOrder['items']>,
  given: { prices: Map<string, bigint>; lines: readonly ValuedLine[]; owner: OrderInputs; kept: readonly KeptLine[] },
): FieldProblem[] {
  if (was.item_count > MAX_ITEMS)
    return [
      {
        path: 'items',
        message: `This order has more than ${MAX_ITEMS} lines: they came with a feed, and cannot be amended here`,
      },
    ]
  const { owner, kept, ...worth } = given
  return [
    ...lineNumberProblems(items, kept),
    ...lineProblems(items, worth),
    ...flagProblems(items, owner, was.item_count),
  ]
}

/** `isElse`: a day is asked for, or the lines are changed. */
function headerChanges(was: OrderColumns, set: Amendment['set'], isElse: boolean): OrderChanges {
  const changes: OrderChanges = {}
  for (const field of TEXT_FIELDS) {
    const [before, after] = [was[COLUMN_OF[field]], set[COLUMN_OF[field]]]
    if (before !== after) changes[field] = { before, after }
  }
  if (was.dispatch_service !== set.dispatch_service)
    changes.dispatchService = { before: was.dispatch_service, after: set.dispatch_service }
  // A day that has only passed was not asked to be another.
  const isAsked = isElse || Object.keys(changes).length > 0
  if (isAsked && was.despatch_date !== set.despatch_date)
    changes.date = { before: formatDayShort(was.despatch_date), after: formatDayShort(set.despatch_date) }
  return changes
}

function linesChanged(
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

/** What the order comes to, amended. */
export function amendedTotals({ was, lines }: Amendment): { quantity: number; totalValue: string; itemCount: number } {
  return lines
    ? { ...totalsOf(lines), itemCount: lines.length }
    : { quantity: was.quantity, totalValue: was.total_value, itemCount: was.item_count }
}
