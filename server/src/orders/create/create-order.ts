import type { CreateOrder } from '@despatch/contract/orders/create/create-order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { type Day, dayOf, type DaysOff, NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { type Money, parseMoney } from '@despatch/domain/money/money'
import type { ValuedLine } from '@despatch/domain/orders/amend/amended-order'
import {
  type DispatchService,
  despatchDay,
  despatchDayProblem,
  dispatchService,
} from '@despatch/domain/routing/dispatch-service'
import { type FallbackDay, fallbackDay, openDay, promisedDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { lineValue } from '@despatch/domain/orders/line-value'
import { readPhone } from '@despatch/domain/text/phone'
import { normalPostcode } from '@despatch/domain/text/postcode'
import { allocateOrders, presentRouting } from '../../routing/allocation/allocate-orders.ts'
import {
  prepareInputs,
  loadOrderInputs,
  loadUsage,
  type OrderInputs,
} from '../../routing/allocation/allocation-inputs.ts'
import { regionOf } from '../../routing/allocation/regions.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { clientDaysOff } from '../../administration/clients/client-calendar.ts'
import type { Insertable } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { refusedShortages, refuseShort } from '../../stock/refuse-short.ts'
import { addressLackBits, goodsLackBits } from '../order-lacks.ts'
import { notePhone } from '../tags-and-notes/note-phone.ts'
import { withStoredSkus, lineRows, totalsOf } from '../order-lines.ts'
import { countryProblems, flagProblems, lineProblems } from '../commands/order-problems.ts'
import { inOrder } from '../../database/transaction.ts'

/** Most orders have no more lines than this. */
const FEW_LINES = 5

/** Unique constraints that a duplicate number violates: same spelling, or other case. */
const UNIQUE_KEYS: ReadonlySet<string | undefined> = new Set(['orders_pkey', 'orders_any_case'])

/**
 * Creates a new order with its lines and first history entry, and allocates it. domain.md: 'Creating or releasing an
 * order allocates it.' An order that no carrier takes is created as a routing exception. Throws an AppError for invalid
 * fields.
 */
export async function createOrder(
  context: Context,
  { body: input }: { body: CreateOrder },
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction, client, now } = context
  const service = dispatchService(input.dispatchService)
  const requestedDay = input.date || undefined
  const today = dayOf(now)
  const expected = despatchDay(requestedDay, now, NO_DAYS_OFF)
  // In parallel: the client's calendar rarely changes the day.
  const days = { from: requestedDay ?? today, to: expected }
  const load = (items: typeof input.items) =>
    loadOrderInputs(transaction, client, { skus: items.map(({ SKU }) => SKU), ...days })
  const [daysOff, found] = await Promise.all([clientDaysOff(transaction, client), load(input.items)])
  // Most SKUs have the stored spelling; the spelling is looked up only if one is unknown.
  const known = new Set(found?.goods?.map(({ sku }) => sku))
  const areSkusStored = input.items.every(({ SKU }) => known.has(SKU))
  const body = areSkusStored ? input : { ...input, items: await withStoredSkus(transaction, client, input.items) }
  const owner = areSkusStored ? found : await load(body.items)
  const skus = body.items.map(({ SKU }) => SKU)
  if (!owner) throw new Error(`There is no client ${client}`)
  const terms = { service, today, daysOff, isSameDay: owner.is_same_day }
  const { despatchDay: day, fallback } = dayToTry(requestedDay, terms)
  const prices = new Map((owner.goods ?? []).map(({ sku, unitValue }) => [sku, parseMoney(unitValue)]))
  const lines = valuedLines(body.items, prices)
  refuseProblems(body, owner, { prices, lines, dayProblem: despatchDayProblem(service, requestedDay, now, daysOff) })
  const postCode = normalPostcode(body.country, body.postCode) ?? body.postCode
  const { phone, note: phoneNote } = readPhone(body.phone.trim())
  const grounds = await prepareInputs(transaction, { client, books: context.services.books, now }, owner, daysOff)
  const usage = day <= expected ? grounds.usage : await loadUsage({ transaction, client }, [day])
  const order = {
    orderNumber: body.orderNo,
    attempt: 1,
    service,
    country: body.country,
    region: await regionOf(transaction, body.country, postCode),
    postcode: postCode,
    despatchDay: day,
    fallback,
    lines: body.items.map(({ SKU, quantity }) => ({ sku: SKU, quantity })),
  }
  const [, short, decided] = await inOrder([
    save(context, { ...body, postCode, phone }, lines, {
      dispatch_service: service,
      despatch_date: day,
      promised_day: promisedDay(owner.promised_by, now, daysOff),
      currency_code: owner.currency_code,
      lacks: addressLackBits({ ...body, postCode }) | goodsLackBits(skus, owner.goods),
    }),
    refusedShortages(transaction, client, skus),
    allocateOrders({ transaction, client, now, byName: context.caller.username }, [order], { ...grounds, usage }),
  ]).catch(refuseDuplicate(body.orderNo))
  refuseShort(short)
  await notePhone(context, body.orderNo, phoneNote)
  const noted = phoneNote === undefined ? {} : { noted: [phoneNote] }
  return { message: DATA_ADDED, orderNumber: body.orderNo, version: 1, routing: presentRouting(decided), ...noted }
}

/** Throws an AppError that names the invalid fields, if any. */
function refuseProblems(
  body: CreateOrder,
  owner: OrderInputs,
  of: { prices: ReadonlyMap<string, Money>; lines: ValuedLine[]; dayProblem: string | undefined },
): void {
  const problems = [
    ...countryProblems(body),
    ...lineProblems(body.items, of),
    ...(of.dayProblem ? [{ path: 'date', message: of.dayProblem }] : []),
    ...flagProblems(body.items, owner),
  ]
  if (problems.length) throw refuseFields(problems)
}

/** The despatch day to try, and the next one if nobody asked for a day. */
function dayToTry(
  requestedDay: Day | undefined,
  on: { service: DispatchService; today: Day; daysOff: DaysOff; isSameDay: boolean | null },
): { despatchDay: Day; fallback?: FallbackDay | undefined } {
  if (requestedDay !== undefined) return { despatchDay: requestedDay }
  const isDayOpen = on.isSameDay ?? false
  const despatchDay = openDay(on.today, on.daysOff, isDayOpen)
  return { despatchDay, fallback: fallbackDay({ service: on.service, despatchDay, isDayOpen }, on.today, on.daysOff) }
}

const valuedLines = (items: CreateOrder['items'], prices: ReadonlyMap<string, Money>): ValuedLine[] =>
  items.map(({ SKU, quantity, totalValue }) => ({
    SKU,
    quantity,
    ...lineValue({
      quantity,
      price: prices.get(SKU) ?? 0n,
      enteredTotal: totalValue ? parseMoney(totalValue) : undefined,
    }),
  }))

const refuseDuplicate = (orderNumber: string) => (error: Error & { code?: string; constraint?: string }) => {
  if (error.code === '23505' && UNIQUE_KEYS.has(error.constraint)) throw duplicateOrder(orderNumber)
  throw error
}

async function save(
  context: Context,
  body: CreateOrder,
  lines: ValuedLine[],
  set: Pick<
    Insertable<Tables['orders']>,
    'dispatch_service' | 'despatch_date' | 'promised_day' | 'currency_code' | 'lacks'
  >,
): Promise<void> {
  const { transaction, client, now, caller } = context
  const key = { client_code: client, order_number: body.orderNo }
  const { quantity, totalValue } = totalsOf(lines)
  await inOrder([
    transaction.write(
      prepared(
        db.insertInto('orders').values({
          ...key,
          status: 'N',
          source: 'portal',
          ordered_at: now,
          // The carrier lack is set with the consignments.
          ...set,
          customer_first_name: body.customerFirstName,
          customer_last_name: body.customerLastName,
          email: body.email,
          phone: body.phone,
          customer_account: body.customerAccount,
          country: body.country,
          address_line_1: body.addressLine1,
          address_line_2: body.addressLine2,
          address_line_3: body.addressLine3,
          address_line_4: body.addressLine4,
          post_code: body.postCode,
          quantity,
          item_count: lines.length,
          total_value: totalValue,
          created_at: now,
          created_by: caller.username,
        }),
      ),
    ),
    transaction.write(insertLines(lineRows(key, lines))),
    transaction.write(
      prepared(
        db
          .insertInto('order_history')
          .values({ ...key, version: 1, at: now, by_name: caller.username, act: 'Created', status: 'N' }),
      ),
    ),
    audit(context, {
      clientCode: client,
      act: 'order.created',
      object: `order ${body.orderNo}`,
      after: { orderNumber: body.orderNo, status: 'N', quantity, totalValue, dispatchService: set.dispatch_service },
    }),
  ])
}

function insertLines(rows: ReturnType<typeof lineRows>) {
  const insert = db.insertInto('order_lines').values(rows)
  // Each number of lines is a statement text of its own.
  return rows.length <= FEW_LINES ? prepared(insert) : insert
}

function duplicateOrder(orderNumber: string): AppError {
  const message = `Order ${orderNumber} already exists. Choose another order number`
  return new AppError('already_exists', message, { fields: [{ path: 'orderNo', message }] })
}
