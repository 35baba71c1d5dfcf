import { createHash } from 'node:crypto'
import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { deliveryDay } from '@despatch/domain/routing/delivery-day'
import { type DayPlan, type DayToPlan, missedCost, type ToPlan } from '@despatch/domain/routing/plan-the-day/day-plan'
import { type MoveFor, purposesOf } from '@despatch/domain/routing/plan-the-day/move-reasons'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { inClient } from '../../database/in-client.ts'
import { AppError } from '../../process/app-error.ts'
import type { StreamingContext } from '../../http/context.ts'
import { subtractUsage } from '../../routing/allocation/current-consignment.ts'
import { planDays } from '../../routing/plan-the-day/plan-in-thread.ts'
import {
  decisionOf,
  optionIndices,
  type OrderToMove,
  readOrdersToMove,
  roomsOf,
} from '../carrier-stops/orders-to-move.ts'
import type { StandingConsignment } from '../carrier-stops/standing-orders.ts'
import { type DayOrder, loadDayOrders, type PlanDays } from './day-orders.ts'
import { loadPlanSettings, type PlanSettings } from './missed-day-cost.ts'

/** Orders of a client that are planned at most: more would take minutes to read. */
const MAX_ORDERS = 60_000

/** A consignment in a plan. */
export type PlannedPart = {
  readonly order: DayOrder
  readonly index: number
  readonly consignment: PlannedConsignment
  /** undefined without a carrier. */
  readonly standing: StandingConsignment | undefined
  readonly to: ToPlan
  /** The position of its option in the plan; -1 without one. */
  readonly chosen: number
  /** What its move is for; undefined if it stays. */
  readonly purpose: MoveFor | undefined
}

export type PlannedDay = { readonly day: Day; readonly parts: readonly PlannedPart[]; readonly plan: DayPlan }

export type PlanOfClient = {
  readonly client: string
  readonly settings: PlanSettings
  readonly compiled: CompiledBook
  readonly days: readonly PlannedDay[]
  /** All consignments of the orders in a plan, also those that must not move, by order number. */
  readonly whole: ReadonlyMap<string, readonly (StandingConsignment | undefined)[]>
  /** Parcels by carrier and day, now. */
  readonly usage: Usage
  /** Identifies what the plan was made of. */
  readonly fingerprint: string
}

type Part = Omit<PlannedPart, 'chosen' | 'purpose'>

/**
 * Plans a client's days on its own capacity; undefined without orders. It reads in short transactions and writes
 * nothing. Throws an AppError (422) if there are too many orders.
 */
export async function planClient(
  { database, services, now }: StreamingContext,
  client: string,
  range: PlanDays,
): Promise<PlanOfClient | undefined> {
  const [orders, settings] = await inClient(database, client, async (transaction) => [
    await loadDayOrders(transaction, client, range, now),
    await loadPlanSettings(transaction, client),
  ])
  if (orders.length > MAX_ORDERS)
    throw new AppError(
      'unprocessable',
      `${client} has more than ${MAX_ORDERS} orders on these dates. Choose fewer dates.`,
    )
  const read = await readOrdersToMove({ database, books: services.books, now }, client, orders)
  const compiled = read.inputs?.compiled
  if (!compiled) return undefined
  const parts = read.orders
    .flatMap((one) => movableParts(compiled, one, settings))
    .filter(({ consignment }) => range.from <= consignment.despatchDay && consignment.despatchDay <= range.to)
  const others = subtractUsage(
    read.usage,
    parts.flatMap(({ standing }) => standing ?? []),
  )
  const rooms = roomsOf(
    compiled,
    parts.map(({ consignment }) => consignment),
    others,
  )
  const byDay = [...Map.groupBy(parts, ({ consignment }) => consignment.despatchDay)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const problems = byDay.map(([day, own]): DayToPlan => ({
    consignments: own.map(({ to }) => to),
    rooms: Object.fromEntries(Object.entries(rooms).filter(([room]) => room.endsWith(day))),
  }))
  const plans = await planDays(problems)
  return {
    client,
    settings,
    compiled,
    days: byDay.map(([day, own], at) => plannedDay(day, own, plans[at])),
    whole: new Map(
      read.orders.map(({ order, consignments, standing }) => [order.orderNumber, alongside(consignments, standing)]),
    ),
    usage: read.usage,
    fingerprint: fingerprintOf(client, settings, compiled, byDay, problems),
  }
}

function plannedDay(day: Day, parts: readonly Part[], plan: DayPlan | undefined): PlannedDay {
  if (!plan) throw new Error(`There is no plan of ${formatDayShort(day)}`)
  const purposes = purposesOf(
    parts.map(({ to }) => to),
    plan,
  )
  return {
    day,
    plan,
    parts: parts.map((part, at) => ({ ...part, chosen: plan.chosen[at] ?? -1, purpose: purposes[at] })),
  }
}

/** The current consignment of each planned one. */
const alongside = (consignments: readonly PlannedConsignment[], standing: readonly StandingConsignment[]) =>
  consignments.map((_one, index) => (standing[index]?.carrier === null ? undefined : standing[index]))

/**
 * The consignments of an order that a plan may give a carrier or move. Chosen by hand, fixed by routing, without a
 * price at their carrier or with it switched off, they stay and take their places, and so does an order that would now
 * be split differently or leave on another day.
 */
function movableParts(
  compiled: CompiledBook,
  { order, standing, consignments, why }: OrderToMove<DayOrder>,
  { missedDayCost }: PlanSettings,
): Part[] {
  if (why !== undefined) return []
  const placed = standing.filter(({ carrier }) => carrier !== null)
  const isSame =
    standing.length === consignments.length &&
    placed.every(
      ({ number, parcels, despatch_day }) =>
        consignments[number - 1]?.parcels.length === parcels && consignments[number - 1]?.despatchDay === despatch_day,
    )
  if (placed.length > 0 && !isSame) return []
  const own = alongside(consignments, standing)
  return consignments.flatMap((consignment, index) => {
    const current = own[index]
    if (current && (current.held_to || (current.by_hand && current.by_hand.ended === undefined))) return []
    const to = toPlan(compiled, consignment, current, missedDayCost)
    return current && to.standing < 0 ? [] : [{ order, index, consignment, standing: current, to }]
  })
}

/** The methods that may take a consignment, none with a later delivery than that of the present one. */
function toPlan(
  compiled: CompiledBook,
  consignment: PlannedConsignment,
  current: StandingConsignment | undefined,
  missedDayCost: number,
): ToPlan {
  const { costs } = decisionOf(compiled, consignment)
  const { despatchDay, parcels } = consignment
  const arrival = (index: number) => {
    const method = compiled.methods[index]
    return deliveryDay(despatchDay, method?.transitDays ?? 0, method)
  }
  const at = compiled.methods.findIndex(({ clientMethodID }) => clientMethodID === current?.client_method_id)
  const promised = at < 0 ? undefined : arrival(at)
  const options = optionIndices(compiled, consignment)
    .filter((index) => promised === undefined || arrival(index) <= promised)
    .flatMap((index) => {
      const method = compiled.methods[index]
      return method
        ? [{ method: method.clientMethodID, room: usageKey(method.carrier, despatchDay), cost: costs[index] ?? 0 }]
        : []
    })
  return {
    parcels: parcels.length,
    isUrgent: consignment.service !== 'STANDARD',
    options,
    standing: options.findIndex(({ method }) => method === current?.client_method_id),
    missed: missedCost(missedDayCost, parcels.length, options),
  }
}

function fingerprintOf(
  client: string,
  { missedDayCost }: PlanSettings,
  { book }: CompiledBook,
  byDay: readonly (readonly [Day, readonly Part[]])[],
  problems: readonly DayToPlan[],
): string {
  const versions = byDay.map(([day, parts]) => [day, parts.map(({ order }) => [order.orderNumber, order.version])])
  return createHash('sha256')
    .update(JSON.stringify([client, missedDayCost, book.version, versions, problems]))
    .digest('hex')
}
