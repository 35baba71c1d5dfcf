import type { CreateOrder } from '@despatch/contract/orders/create-order'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { FieldProblem } from '@despatch/contract/route/problem'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Day } from '@despatch/domain/calendar/day'
import { DATA_ADDED } from '@despatch/domain/feedback/messages'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import {
  type DispatchService,
  despatchDay,
  dispatchService,
  namedDayProblem,
} from '@despatch/domain/orders/dispatch-service'
import { lineValue, lineValueProblem } from '@despatch/domain/orders/line-value'
import { normalPostcode } from '@despatch/domain/text/postcode'
import countries from 'i18n-iso-countries'
import { allocateOrders, routingOf } from '../allocation/allocate-orders.ts'
import { groundsOf, loadOrderGrounds } from '../allocation/order-grounds.ts'
import { regionOf } from '../allocation/regions.ts'
import type { Context } from '../app/context.ts'
import { Refusal, refuseFields } from '../app/refusal.ts'
import { audit } from '../audit/write-audit.ts'
import { db } from '../database/sql.ts'

/**
 * Creates an order of the client in status New, with its lines and its first history entry, and allocates it. domain.md:
 * 'Creating or releasing an order allocates it.' An order that no carrier may take is created all the same, as a routing
 * exception.
 */
export async function createOrder(
  context: Context,
  { body }: RouteChecked<typeof routes.create>,
): Promise<RouteAnswer<typeof routes.create>> {
  const { transaction, client, now } = context
  const service = dispatchService(body.dispatchService)
  const day = despatchDay(service, body.date || undefined, now)
  const owner = await loadOrderGrounds(transaction, client, {
    skus: body.items.map(({ SKU }) => SKU),
    from: day,
    to: day,
  })
  if (!owner) throw new Error(`There is no client ${client}`)
  const prices = new Map((owner.goods ?? []).map(({ sku, unitValue }) => [sku, parseMoney(unitValue)]))
  const lines = body.items.map(({ SKU, quantity, totalValue }, index) => ({
    lineNumber: index + 1,
    SKU,
    quantity,
    ...lineValue({ quantity, price: prices.get(SKU) ?? 0n, given: totalValue ? parseMoney(totalValue) : undefined }),
  }))
  const problems = [...problemsOf(body, { prices, lines }, now), ...flagProblems(body, owner)]
  if (problems.length) throw refuseFields(problems)

  const postCode = normalPostcode(body.country, body.postCode) ?? body.postCode
  const grounds = await groundsOf(transaction, { client, books: context.portal.books }, owner)
  const order = {
    orderNumber: body.orderNo,
    attempt: 1,
    service,
    country: body.country,
    region: await regionOf(transaction, body.country, postCode),
    despatchDay: day,
    lines: body.items.map(({ SKU, quantity }) => ({ sku: SKU, quantity })),
  }
  const [, decided] = await Promise.all([
    save(context, { ...body, postCode }, lines, { service, day, currency: owner.currency_code }),
    allocateOrders({ transaction, client, now, byName: context.caller.username }, [order], grounds),
  ]).catch((error: { code?: string; constraint?: string }) => {
    if (error.code === '23505' && error.constraint === 'orders_pkey') throw taken(body.orderNo)
    throw error
  })
  return { message: DATA_ADDED, orderNumber: body.orderNo, version: 1, routing: routingOf(decided) }
}

/** What only the server can know: the client's SKUs and what lines of them are worth, today's date, the countries there are. */
function problemsOf(
  body: CreateOrder,
  { prices, lines }: { prices: Map<string, bigint>; lines: Line[] },
  now: Date,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (!countries.isValid(body.country)) problems.push({ path: 'country', message: 'Choose a country' })
  body.items.forEach(({ SKU }, index) => {
    if (!prices.has(SKU))
      problems.push({ path: `items.${index}.SKU`, message: `There is no SKU ${SKU}: choose one from the list` })
  })
  lines.forEach(({ total }, index) => {
    const message = lineValueProblem(total)
    if (message)
      problems.push({ path: `items.${index}.${body.items[index]?.totalValue ? 'totalValue' : 'quantity'}`, message })
  })
  const dayProblem = namedDayProblem(dispatchService(body.dispatchService), body.date || undefined, now)
  if (dayProblem) problems.push({ path: 'date', message: dayProblem })
  return problems
}

/** What the client's flags do not let an order have (Client Specific Parameters). */
function flagProblems(
  { items }: CreateOrder,
  flags: { new_order_line: boolean; order_line_value: boolean },
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (!flags.new_order_line && items.length > 1)
    problems.push({ path: 'items.1', message: 'This client’s orders have one line' })
  if (!flags.order_line_value)
    items.forEach(({ totalValue }, index) => {
      if (totalValue)
        problems.push({
          path: `items.${index}.totalValue`,
          message: 'The value of this client’s lines is the SKU’s own: leave it empty',
        })
    })
  return problems
}

type Line = { lineNumber: number; SKU: string; quantity: number; unit: bigint; total: bigint }

async function save(
  context: Context,
  body: CreateOrder,
  lines: Line[],
  { service, day, currency }: { service: DispatchService; day: Day; currency: string },
): Promise<void> {
  const { transaction, client, now, caller } = context
  const key = { client_code: client, order_number: body.orderNo }
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const totalValue = moneyText(lines.reduce((sum, line) => sum + line.total, 0n))
  await Promise.all([
    transaction.rows(
      db.insertInto('orders').values({
        ...key,
        status: 'N',
        source: 'portal',
        ordered_at: now,
        dispatch_service: service,
        despatch_date: day,
        customer_first_name: body.customerFirstName,
        customer_last_name: body.customerLastName,
        email: body.email,
        phone: body.phone,
        country: body.country,
        address_line_1: body.addressLine1,
        address_line_2: body.addressLine2,
        address_line_3: body.addressLine3,
        address_line_4: body.addressLine4,
        post_code: body.postCode,
        quantity,
        item_count: lines.length,
        total_value: totalValue,
        currency_code: currency,
        created_at: now,
        created_by: caller.username,
      }),
    ),
    transaction.rows(
      db.insertInto('order_lines').values(
        lines.map((line) => ({
          ...key,
          line_number: line.lineNumber,
          sku_code: line.SKU,
          quantity: line.quantity,
          unit_value: moneyText(line.unit),
          total_value: moneyText(line.total),
        })),
      ),
    ),
    transaction.rows(
      db
        .insertInto('order_history')
        .values({ ...key, version: 1, at: now, by_name: caller.username, act: 'Created', status: 'N' }),
    ),
    audit(context, {
      clientCode: client,
      act: 'order.created',
      object: `order ${body.orderNo}`,
      after: { orderNumber: body.orderNo, status: 'N', quantity, totalValue, dispatchService: service },
    }),
  ])
}

function taken(orderNumber: string): Refusal {
  const message = `There is an order ${orderNumber} already: choose another order number`
  return new Refusal('already_exists', message, { fields: [{ path: 'orderNo', message }] })
}
