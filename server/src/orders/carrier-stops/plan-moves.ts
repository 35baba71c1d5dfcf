import { dayOf, type Day } from '@despatch/domain/calendar/day'
import { recalculateDespatchDay } from '@despatch/domain/orders/amend/recalculate-despatch-day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { allocate } from '@despatch/domain/routing/allocation/allocate'
import { matchChoices, NO_CHOICES, withChoice } from '@despatch/domain/routing/allocation/by-hand'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { BIT } from '@despatch/domain/routing/allocation/constraints'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import type { ToAssign } from '@despatch/domain/routing/assignment/assignment'
import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import type { Database } from '../../database/database.ts'
import { inClient } from '../../database/in-client.ts'
import { nextTurn } from '../../process/loop-budget.ts'
import { type AllocationInputs, withDayRules } from '../../routing/allocation/allocation-inputs.ts'
import { subtractUsage } from '../../routing/allocation/current-consignment.ts'
import { decideConsignment } from '../../routing/allocation/decide-consignment.ts'
import { planOrder } from '../../routing/allocation/decide-orders.ts'
import { loadAllocationInputs, type LockedOrder, lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import { assign } from '../../routing/assignment/assign.ts'
import type { RuleBookCache } from '../../routing/rule-book/rule-book-cache.ts'
import { loadStanding, type OffOrder, type StandingConsignment } from './standing-orders.ts'

/** Orders read at once. */
const PIECE_SIZE = 250

/** An order as it would travel without the carriers that are off. */
export type PlannedMove = {
  readonly orderNumber: string
  readonly status: OrderStatus
  /** By consignment; null without a carrier. */
  readonly methods: readonly (string | null)[]
  /** Of the consignments that have a carrier, before and after; ten-thousandths of the currency's main unit. */
  readonly cost: { readonly before: number; readonly after: number }
  /** Why consignments get no carrier, without figures; undefined if all have one. */
  readonly cause: string | undefined
}

export type MovesOfClient = {
  readonly moves: readonly PlannedMove[]
  readonly compiled: CompiledBook | undefined
  readonly isExact: boolean
}

type Planning = { readonly database: Database; readonly books: RuleBookCache; readonly now: Date }

/** An order with the consignments that it would have. */
type OrderToMove = {
  readonly order: OffOrder
  readonly standing: readonly StandingConsignment[]
  readonly consignments: readonly PlannedConsignment[]
  /** Why it has no plan. */
  readonly why: string | undefined
}

/**
 * Plans how a client's orders would travel if they were allocated again together: as many as possible get a carrier,
 * named and next day orders first, at the least cost, on the places that the client's other orders leave. `stop` counts
 * as if it were in force. It writes nothing, and reads in short transactions, so orders may change meanwhile: each is
 * decided again under its lock when it moves.
 */
export async function planMoves(
  on: Planning,
  client: string,
  orders: readonly OffOrder[],
  stop?: CarrierStop,
): Promise<MovesOfClient> {
  const toMove: OrderToMove[] = []
  let inputs: AllocationInputs | undefined
  const usage = new Map<string, number>()
  for (let at = 0; at < orders.length; at += PIECE_SIZE) {
    const piece = orders.slice(at, at + PIECE_SIZE)
    const read = await inClient(on.database, client, async (transaction) => {
      const names = piece.map(({ orderNumber }) => orderNumber)
      const locked = await lockOrders(transaction, client, names, { isOnlyRead: true })
      // Orders past their day travel from today on.
      const today = dayOf(on.now)
      const asToday = locked.map((order) => ({
        ...order,
        despatchDay: order.despatchDay < today ? today : order.despatchDay,
      }))
      const loaded = await loadAllocationInputs({ transaction, client, now: on.now, books: on.books }, asToday)
      return { locked, loaded, standing: await loadStanding(transaction, client, names) }
    })
    // Terms may change between pieces.
    const terms = new Map([...(inputs?.compiled.terms ?? []), ...(read.loaded.compiled.terms ?? [])])
    inputs = {
      ...read.loaded,
      stops: [...read.loaded.stops, ...(stop ? [stop] : [])],
      compiled: { ...read.loaded.compiled, terms },
    }
    for (const [key, parcels] of read.loaded.usage) usage.set(key, parcels)
    for (const order of piece) {
      const locked = read.locked.find(({ orderNumber }) => orderNumber === order.orderNumber)
      if (locked) toMove.push(planOne(inputs, order, locked, { standing: read.standing, today: dayOf(on.now) }))
    }
    await nextTurn()
  }
  if (!inputs) return { moves: [], compiled: undefined, isExact: true }
  const free = subtractUsage(
    usage,
    toMove.flatMap(({ standing }) => standing),
  )
  return { ...(await assignOrders(inputs.compiled, toMove, free)), compiled: inputs.compiled }
}

function planOne(
  inputs: AllocationInputs,
  order: OffOrder,
  locked: LockedOrder,
  { standing: all, today }: { standing: ReadonlyMap<string, StandingConsignment[]>; today: Day },
): OrderToMove {
  const standing = all.get(order.orderNumber) ?? []
  const day = recalculateDespatchDay(locked.service, locked.despatchDay, today, inputs.daysOff)
  if (day === undefined) return { order, standing, consignments: [], why: 'Its named day has passed' }
  const input = withDayRules({ ...locked, despatchDay: day }, inputs)
  const planned = planOrder(inputs.compiled, input, inputs.goodsOf, new Map())
  if ('why' in planned) return { order, standing, consignments: [], why: planned.why }
  const { of } = matchChoices(planned.consignments, locked.before ?? NO_CHOICES)
  const consignments = planned.consignments.map((one, index) => withChoice(one, of[index]))
  return { order, standing, consignments, why: undefined }
}

async function assignOrders(
  compiled: CompiledBook,
  orders: readonly OrderToMove[],
  free: Usage,
): Promise<Omit<MovesOfClient, 'compiled'>> {
  const flat = orders.flatMap(({ consignments }) => consignments)
  const { chosen, isExact } = await assign({
    consignments: flat.map((one) => toAssign(compiled, one)),
    rooms: roomsOf(compiled, flat, free),
  })
  const optionsOf = flat.map((one) => optionIndices(compiled, one))
  const picked = chosen.map((option, index) => optionsOf[index]?.[option] ?? -1)
  const after = new Map(free)
  for (const [index, method] of picked.entries()) {
    const [one, carrier] = [flat[index], compiled.methods[method]?.carrier]
    if (!one || carrier === undefined) continue
    const key = usageKey(carrier, one.despatchDay)
    after.set(key, (after.get(key) ?? 0) + one.parcels.length)
  }
  const causeOf = causes(compiled, after)
  let at = 0
  const moves: PlannedMove[] = []
  for (const { order, standing, consignments, why } of orders) {
    const methods = consignments.map((_one, index) => picked[at + index] ?? -1)
    const before = standing.reduce((sum, { cost }) => sum + (cost === null ? 0 : costOfText(cost)), 0)
    const without = consignments.find((_one, index) => (methods[index] ?? -1) < 0)
    const isPlaced = why === undefined && !without
    moves.push({
      orderNumber: order.orderNumber,
      status: order.status,
      methods: methods.map((method) => compiled.methods[method]?.clientMethodID ?? null),
      cost: {
        before: isPlaced ? before : 0,
        after: isPlaced ? consignments.reduce((sum, one, i) => sum + costOf(compiled, one, methods[i] ?? -1), 0) : 0,
      },
      cause: why ?? (without && causeOf(without)),
    })
    at += consignments.length
    if (moves.length % PIECE_SIZE === 0) await nextTurn()
  }
  return { moves, isExact }
}

/** Candidates that may take a consignment if there is room; a choice by hand that still applies is the only one. */
function optionIndices(compiled: CompiledBook, consignment: PlannedConsignment): number[] {
  const { chosen, failing } = decisionOf(compiled, consignment)
  const byHand = consignment.byHand?.clientMethodID
  if (byHand !== undefined && compiled.methods[chosen]?.clientMethodID === byHand) return [chosen]
  return failing.flatMap((mask, index) => ((mask & ~BIT.capacity) === 0 ? [index] : []))
}

/** Capacity is left to the assignment. */
const decisionOf = (compiled: CompiledBook, consignment: PlannedConsignment) =>
  allocate(compiled, consignment, new Float64Array(compiled.carriers.length))

const costOf = (compiled: CompiledBook, consignment: PlannedConsignment, index: number) =>
  decisionOf(compiled, consignment).costs[index] ?? 0

function toAssign(compiled: CompiledBook, consignment: PlannedConsignment): ToAssign {
  const { costs } = decisionOf(compiled, consignment)
  return {
    parcels: consignment.parcels.length,
    isUrgent: consignment.service !== 'STANDARD',
    options: optionIndices(compiled, consignment).flatMap((index) => {
      const method = compiled.methods[index]
      const room = method && usageKey(method.carrier, consignment.despatchDay)
      return method && room ? [{ method: method.clientMethodID, room, cost: costs[index] ?? 0 }] : []
    }),
  }
}

/** The parcels that each carrier with a limit can still take on the days of the consignments. */
function roomsOf(
  compiled: CompiledBook,
  consignments: readonly PlannedConsignment[],
  free: Usage,
): Record<string, number> {
  const rooms: Record<string, number> = {}
  for (const day of new Set(consignments.map(({ despatchDay }) => despatchDay)))
    for (const [index, { code }] of compiled.carriers.entries()) {
      const slot = compiled.rulesOn(day).slots[index] ?? Number.POSITIVE_INFINITY
      const key = usageKey(code, day)
      if (Number.isFinite(slot)) rooms[key] = Math.max(slot - (free.get(key) ?? 0), 0)
    }
  return rooms
}

/** Gives the cause of a consignment without a carrier, worked out once for those that fail the same constraints. */
function causes(compiled: CompiledBook, usage: Usage): (consignment: PlannedConsignment) => string {
  const known = new Map<string, string>()
  return (consignment) => {
    const key = `${consignment.despatchDay} ${decisionOf(compiled, consignment).failing.join(' ')}`
    const cause = known.get(key) ?? causeOf(compiled, consignment, usage)
    known.set(key, cause)
    return cause
  }
}

function causeOf(compiled: CompiledBook, consignment: PlannedConsignment, usage: Usage): string {
  const { why } = decideConsignment(compiled, { orderNumber: '', attempt: 1 }, { number: 1, consignment }, usage)
  return exceptionCause(why).text
}
