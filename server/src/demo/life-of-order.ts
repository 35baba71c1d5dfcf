import { addDays, type Day, dayOf, nextWorkingDay, startOfDay } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import type { SuspendReason } from '@despatch/domain/orders/commands/reasons'
import type { Random } from './seeded-random.ts'

/** A step of an order: what happened, when, by whom, and the status from then on. */
export type Step = { at: Date; act: string; status: OrderStatus; by: string; note: string }

const HOUR = 3_600_000
const suspensions: readonly SuspendReason[] = ['Payment to be confirmed', 'Customer asked', 'Address to be confirmed']
const cancellations = ['Customer changed their mind', 'Ordered twice', 'Out of stock']

/** What has happened to an order up to now, its creation first. What lies ahead of now is left out. */
export function lifeOfOrder(
  random: Random,
  order: { at: Date; by: string; despatchDay: Day; staff: string },
  now: Date,
): Step[] {
  const steps: Step[] = [{ at: order.at, act: 'Created', status: 'N', by: order.by, note: '' }]
  const add = (at: Date, act: string, status: OrderStatus, by: string, note = '') => {
    // A step never comes before the one it follows.
    const before = steps.at(-1)?.at ?? order.at
    steps.push({ at: at > before ? at : new Date(before.getTime() + 60_000), act, status, by, note })
  }
  const released = releaseTime(random, order)
  if (random.happens(0.025)) {
    if (random.happens(0.5)) add(released, 'Released', 'R', 'ops.user')
    add(later(released, random, 0.2, 2), 'Cancelled', 'C', order.staff, random.of(cancellations))
    return past(steps, now)
  }
  let despatchDay = order.despatchDay
  if (random.happens(0.03)) {
    add(later(order.at, random, 0.2, 1.5), 'Suspended', 'S', order.staff, random.of(suspensions))
    const days = random.happens(0.1) ? 90 : random.whole(2, 9)
    const resumed = addDays(dayOf(released), days)
    despatchDay = nextWorkingDay(resumed)
    add(hourOf(resumed, random, 9, 16), 'Released', 'R', order.staff)
  } else {
    add(released, 'Released', 'R', 'ops.user')
  }
  add(hourOf(despatchDay, random, 6, 10), 'Picking', 'P', 'warehouse')
  if (random.happens(0.04)) despatchDay = backlogged(despatchDay, random)
  add(hourOf(despatchDay, random, 10.5, 14), 'Packed', 'K', 'warehouse')
  if (random.happens(0.04)) despatchDay = backlogged(despatchDay, random)
  add(hourOf(despatchDay, random, 15.5, 18), 'Despatched', 'D', 'warehouse')
  let delivery = nextWorkingDay(despatchDay)
  while (random.happens(0.25)) delivery = nextWorkingDay(delivery)
  // One in a hundred is lost on its way.
  const deliveredAt = hourOf(delivery, random, 8, 19)
  if (Math.floor(order.at.getTime() / 1000) % 97 > 0) add(deliveredAt, 'Delivered', 'V', 'carrier')
  return past(steps, now)
}

/** Morning orders are released the same day, later ones early on the day they are despatched. */
function releaseTime(random: Random, { at, despatchDay }: { at: Date; despatchDay: Day }): Date {
  const noon = startOfDay(dayOf(at)).getTime() + 12 * HOUR
  return at.getTime() < noon ? later(at, random, 0.5, 5) : hourOf(despatchDay, random, 5, 6)
}

/** A few wait some days in the warehouse. */
function backlogged(day: Day, random: Random): Day {
  let until = day
  for (let days = random.whole(1, 5); days > 0; days--) until = nextWorkingDay(until)
  return until
}

function hourOf(day: Day, random: Random, from: number, to: number): Date {
  return later(startOfDay(day), random, from, to)
}

function later(than: Date, random: Random, fromHours: number, toHours: number): Date {
  return new Date(than.getTime() + Math.floor((fromHours + random.next() * (toHours - fromHours)) * HOUR))
}

function past(steps: readonly Step[], now: Date): Step[] {
  return steps.filter((step, index) => index === 0 || step.at <= now)
}
