import { allocate } from '@despatch/domain/routing/allocation/allocate'
import { type BookItem, buildRuleBook } from '@despatch/domain/routing/rule-book/book-items'
import { type CompiledBook, compileBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import { dayOf } from '@despatch/domain/calendar/day'
import { listedPart } from '@despatch/domain/text/postcode-ranges'
import { demoClientTerms, termsEnteredAt } from './terms/demo-terms.ts'
import { type TermsCounted, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { explain } from '@despatch/domain/routing/allocation/explain'
import { NO_CHOICES } from '@despatch/domain/routing/allocation/by-hand'
import { decideSplit } from '@despatch/domain/routing/allocation/split/decide-split'
import { type Goods, planConsignments } from '@despatch/domain/routing/allocation/plan-consignments'
import { costText } from '@despatch/domain/routing/allocation/units'
import { noCarrierText } from '@despatch/domain/routing/allocation/no-carrier-text'
import { nameHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { bookCurrency } from '@despatch/domain/routing/rule-book/rule-book'
import type { Insertable } from 'kysely'
import type { PlainRow } from './insert-rows.ts'
import { relevantUsage } from '../routing/allocation/capacity-usage.ts'
import { carrierName } from '../routing/allocation/decide-consignment.ts'
import type { Tables } from '../database/tables.ts'
import type { DemoOrders } from './demo-orders.ts'
import { goodsOf, multiBoxProducts } from './goods.ts'
import { retailers } from './retailers.ts'
import type { DemoVersion } from './rule-books.ts'

type Consignment = PlainRow<'consignments'>
type Order = DemoOrders['orders'][number]

/** If no carrier could take an order, it stays released: it was not picked. */
const AFTER_RELEASE = ['P', 'K', 'D', 'V']

/**
 * Allocates the demo's orders with the engine, in the order of creation, each with the rule book version of its time. Orders
 * without a carrier are changed back to released.
 */
export function makeConsignments(
  made: DemoOrders,
  books: ReadonlyMap<string, readonly DemoVersion[]>,
  now: Date,
): { consignments: Consignment[]; usage: Insertable<Tables['capacity_usage']>[] } {
  const consignments: Consignment[] = []
  const usage: Insertable<Tables['capacity_usage']>[] = []
  const linesOf = Map.groupBy(made.lines, keyOf)
  const historyOf = Map.groupBy(made.history, keyOf)
  const waiting = new Set<Order>()
  for (const retailer of retailers) {
    const { code } = retailer
    const versions = compileVersions(code, books.get(code) ?? [], now)
    const goods = knownGoods(retailer)
    const used = new Map<string, number>()
    const orders = made.orders.filter(({ client_code }) => client_code === code)
    for (const order of orders.toSorted((one, other) => (String(one.created_at) < String(other.created_at) ? -1 : 1))) {
      const compiled = versions.findLast(({ at }) => at.toISOString() <= String(order.created_at))?.compiled
      if (!compiled) continue
      const lines = (linesOf.get(keyOf(order)) ?? []).map(({ sku_code, quantity }) => ({ sku: sku_code, quantity }))
      const terms = order.despatch_date < dayOf(now) ? undefined : countedOf(order, now)
      const rows = allocateOrder(compiled, { ...order, terms }, lines, used, (sku) => goods.get(sku))
      if (AFTER_RELEASE.includes(order.status) && rows.some(({ state }) => state === 'exception')) waiting.add(order)
      const ended = endOf(order, historyOf.get(keyOf(order)) ?? [])
      for (const row of rows) {
        if (ended) Object.assign(row, { state: 'given-back', ended_at: ended })
        else if (row.carrier) takeCapacity(used, row.carrier, row.despatch_day, row.parcels)
        consignments.push(row)
      }
    }
    for (const [key, parcels] of used) {
      const [carrier = '', despatch_day = ''] = key.split(' ')
      if (parcels > 0) usage.push({ client_code: code, carrier, despatch_day, parcels })
    }
  }
  revertToReleased(made, waiting)
  return { consignments, usage }
}

const keyOf = ({ client_code, order_number }: { client_code: string; order_number: string }) =>
  `${client_code} ${order_number}`

/** Orders of today and later count the terms of carriers. */
const countedOf = ({ country, post_code }: Order, now: Date): TermsCounted => ({
  at: termsEnteredAt(now).toISOString(),
  postcode: listedPart({ country, postcode: post_code ?? '' }),
})

function compileVersions(
  client: string,
  versions: readonly DemoVersion[],
  now: Date,
): { at: Date; compiled: CompiledBook }[] {
  const items = new Map<string, BookItem>()
  const terms = new Map([[termsEnteredAt(now).toISOString(), demoClientTerms(client, now)]])
  return versions.map(({ at, version, items: changed }) => {
    for (const item of changed) items.set(`${item.kind} ${item.key}`, item)
    return {
      at,
      compiled: { ...compileBook({ ...buildRuleBook(client, version, items.values()), currency: 'GBP' }), terms },
    }
  })
}

function knownGoods(retailer: (typeof retailers)[number]): Map<string, Goods> {
  const goods = new Map<string, Goods>(
    [...goodsOf(retailer)].map(([code, { categories, ...unit }]) => [code, { unit, categories, components: [] }]),
  )
  for (const { code, weight, length, volume, categories, boxes } of multiBoxProducts[retailer.code] ?? [])
    goods.set(code, {
      unit: { weight, length, volume },
      categories,
      components: boxes.flatMap((box) =>
        Array.from({ length: box.quantity }, () => ({
          sku: box.code,
          box: { weight: box.weight, length: box.length, volume: box.volume },
          categories: box.categories,
        })),
      ),
    })
  return goods
}

/** The consignments of an order, allocated one after the other. */
function allocateOrder(
  compiled: CompiledBook,
  order: Order & { terms: TermsCounted | undefined },
  lines: { sku: string; quantity: number }[],
  used: ReadonlyMap<string, number>,
  goodsOfSku: (sku: string) => Goods | undefined,
): Consignment[] {
  const region = order.country === 'GB' ? (/^[A-Z]{1,2}(?=\d)/.exec(order.post_code ?? '')?.[0] ?? null) : null
  const plan = planConsignments(
    compiled,
    {
      service: order.dispatch_service,
      country: order.country,
      region,
      despatchDay: order.despatch_date,
      terms: order.terms,
      lines,
    },
    goodsOfSku,
  )
  if ('conflict' in plan) throw new Error(`The demo's order ${order.order_number} has no plan`)
  const now = new Map(used)
  const usedOfDay = usedOn(compiled, now, order.despatch_date)
  return decideSplit(compiled, plan, NO_CHOICES, usedOfDay).map((consignment, index) => {
    const day = order.despatch_date
    const seen = relevantUsage(now, day)
    const decision = allocate(compiled, consignment, usedOn(compiled, now, day))
    const method = compiled.methods[decision.chosen]
    const why = method
      ? ''
      : noCarrierText(
          explain(compiled, consignment, now, decision),
          { ...consignment, heldTo: nameHold(consignment.heldTo, compiled.book) },
          (code) => carrierName(compiled, code),
          bookCurrency(compiled.book),
        )
    if (method) takeCapacity(now, method.carrier, day, consignment.parcels.length)
    return {
      client_code: order.client_code,
      order_number: order.order_number,
      attempt: 1,
      number: index + 1,
      at: order.created_at,
      by_name: order.created_by,
      state: method ? 'allocated' : 'exception',
      ended_at: null,
      despatch_day: day,
      rule_book_version: compiled.book.version,
      parcels: consignment.parcels.length,
      consignment: consignment,
      usage_seen: seen,
      conflict: null,
      carrier: method?.carrier ?? null,
      client_method_id: method?.clientMethodID ?? null,
      cost: method ? costText(decision.costs[decision.chosen] ?? 0) : null,
      why,
    }
  })
}

function takeCapacity(used: Map<string, number>, carrier: string, day: string, parcels: number): void {
  const key = usageKey(carrier, day)
  used.set(key, (used.get(key) ?? 0) + parcels)
}

/** When a suspended or cancelled order reached that status: from then on it uses no capacity. */
function endOf(order: Order, history: readonly DemoOrders['history'][number][]): string | undefined {
  if (order.status !== 'C' && order.status !== 'S') return undefined
  return String(history.findLast(({ status }) => status === order.status)?.at ?? order.created_at)
}

/** Removes the steps after release from orders that no carrier could take. */
function revertToReleased(made: DemoOrders, waiting: ReadonlySet<Order>): void {
  const keys = new Set([...waiting].map(keyOf))
  made.history = made.history.filter((step) => !keys.has(keyOf(step)) || !AFTER_RELEASE.includes(step.status))
  const steps = Map.groupBy(made.history, keyOf)
  for (const order of waiting) {
    const left = steps.get(keyOf(order)) ?? []
    Object.assign(order, { status: left.at(-1)?.status ?? 'N', version: left.length })
  }
}
