import type { LifeState } from '@despatch/domain/returns/life/return-state'
import type { Insertable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { catalogueOf } from './catalogue.ts'
import { uuidOf } from './demo-deliveries.ts'
import type { DemoOrders } from './demo-orders.ts'
import { multiBoxProducts } from './goods.ts'
import { retailers } from './retailers.ts'
import type { Random } from './seeded-random.ts'
import { trackingNumber } from './carriers/tracking-numbers.ts'

type ReturnEvent = Insertable<Tables['return_events']>

const DAY = 86_400_000
const REASONS = ['CHANGED_MIND', 'CHANGED_MIND', 'NOT_AS_DESCRIBED', 'DAMAGED', 'WRONG_ITEM', 'TOO_SMALL', 'LATE']

/** An unusual course of a return: the state it reaches, how it ends, and how many days after delivery it can still happen. */
type Course = {
  readonly until: LifeState
  readonly end?: { readonly state: LifeState; readonly after: number }
  readonly within: number
  /** Only for clients whose book requires a review of damaged goods. */
  readonly isReviewed?: boolean
}
const IN_REVIEW: Course = { until: 'announced', within: 30, isReviewed: true }
/** The courses of twelve consecutive returns. */
const COURSES: readonly (Course | undefined)[] = [
  { until: 'in_transit', end: { state: 'lost', after: 9 }, within: 150 },
  { until: 'quarantined', within: 90 },
  { until: 'restocked', within: 45 },
  { until: 'announced', end: { state: 'refused', after: 1 }, within: 500, isReviewed: true },
  undefined,
  { until: 'announced', end: { state: 'expired', after: 28 }, within: 150 },
]

function courseOf(number: number, client: string, days: number): Course | undefined {
  if (client === 'ACME' && days < 30 && number % 3 === 0) return IN_REVIEW
  const course = COURSES[number % 12]
  return course && days < course.within && (!course.isReviewed || client === 'ACME') ? course : undefined
}

/** Makes the events of returned deliveries up to now: about one order in twenty. */
export function makeReturns(random: Random, made: DemoOrders, now: Date): ReturnEvent[] {
  const linesOf = Map.groupBy(made.lines, ({ client_code, order_number }) => `${client_code} ${order_number}`)
  const events: ReturnEvent[] = []
  let number = 50_001
  for (const step of made.history) {
    if (step.status !== 'V' || !random.happens(0.05)) continue
    const [line] = linesOf.get(`${step.client_code} ${step.order_number}`) ?? []
    if (!line) continue
    const reference = `RT${number++}`
    const drawn = random.of(REASONS)
    const course = courseOf(number, step.client_code, (now.getTime() - new Date(String(step.at)).getTime()) / DAY)
    const reason = course?.isReviewed || course?.until === 'quarantined' ? 'DAMAGED' : drawn
    const isDamaged = reason === 'DAMAGED' && course?.until !== 'restocked'
    const quantity = random.whole(1, line.quantity)
    const tracking = trackingNumber(random, 'RMG')
    const steps: { state: LifeState; after: number; condition?: string; note?: string }[] = [
      { state: 'announced', after: random.whole(2, 12) },
      { state: 'in_transit', after: random.whole(1, 3) },
      { state: 'received', after: random.whole(2, 4) },
      { state: 'inspected', after: random.whole(0, 2), condition: isDamaged ? 'Damaged' : 'As new' },
      isDamaged
        ? { state: 'quarantined', after: 0.1, note: 'Set aside for the client to look at' }
        : { state: 'restocked', after: 0.1 },
      { state: 'refunded', after: random.whole(1, 3) },
    ]
    const last = course ? steps.findIndex(({ state }) => state === course.until) : steps.length
    if (course) steps.splice(last + 1, steps.length, ...(course.end ? [course.end] : []))
    let at = new Date(String(step.at)).getTime()
    for (const { state, after, condition = '', note = '' } of steps) {
      at += Math.round(after * DAY + random.whole(0, 20_000_000))
      if (at > now.getTime()) break
      const isOfPortal = state === 'announced' || state === course?.end?.state
      const occurred = new Date(at).toISOString()
      events.push({
        client_code: step.client_code,
        order_number: step.order_number,
        event_key: uuidOf(`${reference} ${state}`),
        return_reference: reference,
        sku_code: line.sku_code,
        quantity,
        state,
        reason_code: reason,
        condition,
        note,
        tracking_number: isOfPortal ? '' : tracking,
        source: isOfPortal ? 'portal' : 'feed',
        occurred_at: occurred,
        received_at: occurred,
      })
    }
  }
  return events
}

/** Makes stock levels: on hand, and available after open orders. */
export function makeStock(random: Random, made: DemoOrders, now: Date): Insertable<Tables['stock_levels']>[] {
  const open = new Set(
    made.orders
      .filter(({ status }) => 'NRSPK'.includes(status))
      .map(({ client_code, order_number }) => `${client_code} ${order_number}`),
  )
  const ordered = new Map<string, number>()
  for (const { client_code, order_number, sku_code, quantity } of made.lines)
    if (open.has(`${client_code} ${order_number}`)) {
      const kit = multiBoxProducts[client_code]?.find(({ code }) => code === sku_code)
      for (const box of kit?.boxes ?? [{ code: sku_code, quantity: 1 }]) {
        const key = `${client_code} ${box.code}`
        ordered.set(key, (ordered.get(key) ?? 0) + quantity * box.quantity)
      }
    }
  const at = new Date(now.getTime() - 2 * 3_600_000).toISOString()
  return retailers.flatMap((retailer) => {
    const boxes = (multiBoxProducts[retailer.code] ?? []).flatMap((product) => product.boxes)
    return [...catalogueOf(retailer), ...boxes].map(({ code }) => {
      const reserved = ordered.get(`${retailer.code} ${code}`) ?? 0
      const available = random.happens(0.06) ? 0 : random.whole(5, 420)
      return {
        client_code: retailer.code,
        sku_code: code,
        type: 'Finished goods',
        stock_on_hand: available + reserved,
        available_stock: available,
        as_of: at,
        received_at: at,
      }
    })
  })
}
