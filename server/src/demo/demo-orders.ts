import { type Day, nextWorkingDay, NO_DAYS_OFF, startOfDay } from '@despatch/domain/calendar/day'
import { moneyText, parseMoney } from '@despatch/domain/money/money'
import { type DispatchService, despatchDay } from '@despatch/domain/routing/dispatch-service'
import { lineValue } from '@despatch/domain/orders/line-value'
import type { Insertable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { catalogueOf, type DemoSku } from './catalogue.ts'
import type { DemoCustomer } from './customers.ts'
import { multiBoxProducts } from './goods.ts'
import { makeOrderHistory } from './order-history.ts'
import { type Retailer, retailers } from './retailers.ts'
import type { Random } from './seeded-random.ts'
import { ORDERS, volumes } from './volumes.ts'

/** Rows of the order tables, oldest order first, and the last reference number of each client. */
export type DemoOrders = {
  orders: Insertable<Tables['orders']>[]
  lines: Insertable<Tables['order_lines']>[]
  history: Insertable<Tables['order_history']>[]
  counters: Insertable<Tables['order_counters']>[]
}

/** The first reference number that the portal assigns; see next-customer-reference.ts. */
const FIRST_REFERENCE = 100_001
const FIRST_WEB_NUMBER = 2_400_017

/** Makes the orders of eighteen months up to now: most from the retailers' web shops by feed, the others entered by hand. */
export function makeOrders(random: Random, customers: readonly DemoCustomer[], now: Date, total = ORDERS): DemoOrders {
  const made: DemoOrders = { orders: [], lines: [], history: [], counters: [] }
  const shops = new Map(
    retailers.map((retailer) => [
      retailer,
      {
        skus: [...catalogueOf(retailer), ...(multiBoxProducts[retailer.code] ?? [])],
        reference: FIRST_REFERENCE,
        webNumber: FIRST_WEB_NUMBER,
      },
    ]),
  )
  for (const { day, retailer, orders } of volumes(random, now, total)) {
    const shop = shops.get(retailer)
    if (!shop) continue
    const midnight = startOfDay(day).getTime()
    const times = Array.from({ length: orders }, () => midnight + timeOfDay(random)).toSorted((a, b) => a - b)
    for (const time of times) {
      if (time > now.getTime()) break
      const isTyped = random.happens(0.3)
      const orderNumber = isTyped
        ? `${retailer.code}-${shop.reference++}`
        : `W${(shop.webNumber += random.whole(1, 9))}`
      const by = isTyped ? typist(retailer, random) : 'ops.user'
      addOrder(made, random, {
        retailer,
        orderNumber,
        isTyped,
        by,
        day,
        at: new Date(time),
        skus: shop.skus,
        customer: random.of(customers),
        now,
      })
    }
  }
  for (const [{ code }, { reference }] of shops) made.counters.push({ client_code: code, last_number: reference - 1 })
  return made
}

type NewOrder = {
  retailer: Retailer
  orderNumber: string
  isTyped: boolean
  by: string
  day: Day
  at: Date
  skus: readonly DemoSku[]
  customer: DemoCustomer
  now: Date
}

/** One in this many new orders from shops has no address, so that it needs attention. */
const NO_ADDRESS_EVERY = 6
const NO_ADDRESS = ['', '', '', ''] as const

function addOrder(made: DemoOrders, random: Random, order: NewOrder): void {
  const { customer, at } = order
  const key = { client_code: order.retailer.code, order_number: order.orderNumber }
  const service = serviceOf(random, customer.country)
  const despatch = despatchDay(service === 'NAMED DAY' ? namedDay(order.day, random) : undefined, at, NO_DAYS_OFF)
  const lines = linesOf(random, order.skus)
  const steps = makeOrderHistory(random, { at, by: order.by, despatchDay: despatch, staff: order.by }, order.now)
  const isBare = !order.isTyped && steps.at(-1)?.status === 'N' && made.orders.length % NO_ADDRESS_EVERY === 0
  const [line1, line2, line3, line4] = isBare ? NO_ADDRESS : customer.lines
  made.orders.push({
    ...key,
    status: steps.at(-1)?.status ?? 'N',
    suspended_for: steps.at(-1)?.status === 'S' ? (steps.at(-1)?.note ?? '') : '',
    version: steps.length,
    source: order.isTyped ? 'portal' : 'feed',
    ordered_at: at.toISOString(),
    dispatch_service: service,
    despatch_date: despatch,
    customer_account: customer.account,
    customer_first_name: customer.firstName,
    customer_last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    country: customer.country,
    address_line_1: line1,
    address_line_2: line2,
    address_line_3: line3,
    address_line_4: line4,
    post_code: isBare ? '' : customer.postcode,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    item_count: lines.length,
    total_value: moneyText(lines.reduce((sum, { total }) => sum + total, 0n)),
    currency_code: 'GBP',
    created_at: at.toISOString(),
    created_by: order.by,
  })
  lines.forEach(({ sku, quantity, unit, total }, index) =>
    made.lines.push({
      ...key,
      line_number: index + 1,
      sku_code: sku.code,
      quantity,
      unit_value: moneyText(unit),
      total_value: moneyText(total),
    }),
  )
  steps.forEach((step, index) =>
    made.history.push({
      ...key,
      version: index + 1,
      at: step.at.toISOString(),
      by_name: step.by,
      act: step.act,
      status: step.status,
      note: step.note,
      changes: {},
    }),
  )
}

/** One to five different SKUs, mostly one or two. The first SKUs of a catalogue sell best. */
function linesOf(random: Random, skus: readonly DemoSku[]) {
  const chosen = new Set<DemoSku>()
  const count = random.of([1, 1, 1, 1, 2, 2, 2, 3, 4, 5])
  while (chosen.size < count) {
    const sku = skus[Math.floor(random.next() ** 1.6 * skus.length)]
    if (sku) chosen.add(sku)
  }
  return [...chosen].map((sku) => {
    const quantity = random.of([1, 1, 1, 1, 1, 2, 2, 3, 4, 6])
    return { sku, quantity, ...lineValue({ quantity, price: parseMoney(sku.price) }) }
  })
}

/** Shops offer no next-day delivery to Jersey, because none of their carriers is that fast. */
function serviceOf(random: Random, country: string): DispatchService {
  if (random.happens(0.82)) return 'STANDARD'
  if (random.happens(0.7)) return country === 'JE' ? 'STANDARD' : 'NEXT DAY'
  return 'NAMED DAY'
}

function namedDay(day: Day, random: Random): Day {
  let named = nextWorkingDay(day)
  for (let days = random.whole(0, 4); days > 0; days--) named = nextWorkingDay(named)
  return named
}

function typist(retailer: Retailer, random: Random): string {
  if (retailer.code === 'ACME') return random.of(['acme.user', 'acme.user', 'acme.admin', 'ops.user'])
  return retailer.code === 'BIRCH' ? random.of(['birch.user', 'birch.user', 'ops.user']) : 'ops.user'
}

/** Milliseconds since midnight: peaks in the late morning and the evening, few at night. */
function timeOfDay(random: Random): number {
  const hour = random.happens(0.55) ? 11.5 + spread(random) * 4.5 : 20 + spread(random) * 3.5
  return Math.floor(Math.min(Math.max(hour, 0), 23.9) * 3600) * 1000
}

/** From -1 to 1, most likely near 0. */
function spread(random: Random): number {
  return random.next() + random.next() - 1
}
