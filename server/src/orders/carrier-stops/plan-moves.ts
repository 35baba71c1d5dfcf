import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { exceptionCause } from '@despatch/domain/routing/allocation/exception-cause'
import type { PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { costOfText } from '@despatch/domain/routing/allocation/units'
import type { ToAssign } from '@despatch/domain/routing/assignment/assignment'
import type { CarrierStop } from '@despatch/domain/routing/carrier-stops/carrier-stop'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { nextTurn } from '../../process/loop-budget.ts'
import { subtractUsage } from '../../routing/allocation/current-consignment.ts'
import { decideConsignment } from '../../routing/allocation/decide-consignment.ts'
import { assign } from '../../routing/assignment/assign.ts'
import {
  costOf,
  decisionOf,
  optionIndices,
  type OrderToMove,
  type Planning,
  readOrdersToMove,
  roomsOf,
} from './orders-to-move.ts'
import type { OffOrder } from './standing-orders.ts'

/** Orders after which others get their turn. */
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
  const { orders: toMove, inputs, usage } = await readOrdersToMove(on, client, orders, stop)
  if (!inputs) return { moves: [], compiled: undefined, isExact: true }
  const free = subtractUsage(
    usage,
    toMove.flatMap(({ standing }) => standing),
  )
  return { ...(await assignOrders(inputs.compiled, toMove, free)), compiled: inputs.compiled }
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
