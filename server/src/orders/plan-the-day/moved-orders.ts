import type { Day } from '@despatch/domain/calendar/day'
import { type Usage, usageKey } from '@despatch/domain/routing/allocation/consignment'
import { methodText } from '@despatch/domain/routing/allocation/decision-labels'
import { type MoveFor, moveReason, plainMoveReason } from '@despatch/domain/routing/plan-the-day/move-reasons'
import type { PlaceMove } from '@despatch/domain/routing/plan-the-day/sequence-moves'
import type { Cost } from '@despatch/domain/routing/prices/costing'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { carrierName } from '../../routing/allocation/decide-consignment.ts'
import type { OrderMove } from '../carrier-stops/move-piece.ts'
import type { PlannedPart, PlanOfClient } from './plan-client.ts'

/** An order that a plan moves. */
export type MovedOrder = PlaceMove & {
  readonly day: Day
  /** Carriers, or methods if the carrier stays; null without a carrier before. */
  readonly from: string | null
  readonly to: string
  readonly purpose: MoveFor
  /** Of consignments that had a carrier; negative where they cost more. */
  readonly saved: Cost
  /** The cost of consignments that had none. */
  readonly placedCost: Cost
  /** With figures, for users who see costs and capacities. */
  readonly reason: string
  readonly move: OrderMove
}

/** The orders that a plan moves. */
export function movedOrders(plan: PlanOfClient, currency: string): MovedOrder[] {
  return plan.days.flatMap(({ day, parts }) =>
    [...Map.groupBy(parts, ({ order }) => order.orderNumber).values()].flatMap((own) => {
      const moving = own.filter(({ purpose }) => purpose !== undefined)
      return moving.length > 0 ? movedOrder(plan, day, { own, moving, currency }) : []
    }),
  )
}

type OfOrder = {
  readonly own: readonly PlannedPart[]
  readonly moving: readonly PlannedPart[]
  readonly currency: string
}

function movedOrder(plan: PlanOfClient, day: Day, { own, moving, currency }: OfOrder): MovedOrder[] {
  const { compiled } = plan
  const [first] = moving
  if (!first) return []
  const { orderNumber, version } = first.order
  const purpose = mainPurpose(moving)
  const { from, to } = namesOf(compiled, moving)
  const named = { from: from ?? undefined, to, currency }
  const methods = (plan.whole.get(orderNumber) ?? []).map((standing, index) => {
    const part = own.find((one) => one.index === index)
    return part ? (part.to.options[part.chosen]?.method ?? null) : (standing?.client_method_id ?? null)
  })
  const had = moving.filter(({ standing }) => standing)
  return [
    {
      orderNumber,
      day,
      from,
      to,
      purpose,
      saved: sum(had, ({ to: { options, standing }, chosen }) => costAt(options, standing) - costAt(options, chosen)),
      placedCost: sum(moving, ({ standing, to: { options }, chosen }) => (standing ? 0 : costAt(options, chosen))),
      reason: moveReason(purpose, named),
      gives: had.flatMap(({ to: { options, standing, parcels } }) => placesAt(options, standing, parcels)),
      takes: moving.flatMap(({ to: { options, parcels }, chosen }) => placesAt(options, chosen, parcels)),
      move: {
        orderNumber,
        version,
        isOnlyIfExact: true,
        note: plainMoveReason(purpose, named),
        assigned: { methods, because: 'planned' },
      },
    },
  ]
}

/** What the move of an order with several consignments is for: a carrier, else room for others, else its cost. */
function mainPurpose(moving: readonly PlannedPart[]): MoveFor {
  const purposes = moving.flatMap(({ purpose }) => purpose ?? [])
  const saves = purposes.reduce((all, one) => all + (one.kind === 'cheaper' ? one.saves : 0), 0)
  return (
    purposes.find(({ kind }) => kind === 'placed') ??
    purposes.find(({ kind }) => kind === 'makesRoom') ?? { kind: 'cheaper', saves }
  )
}

type Options = PlannedPart['to']['options']
const costAt = (options: Options, at: number) => options[at]?.cost ?? 0
const placesAt = (options: Options, at: number, parcels: number) => {
  const room = options[at]?.room
  return room === undefined ? [] : [{ room, parcels }]
}
const sum = (parts: readonly PlannedPart[], of: (part: PlannedPart) => Cost) =>
  parts.reduce((all, part) => all + of(part), 0)

function namesOf(compiled: CompiledBook, moving: readonly PlannedPart[]): { from: string | null; to: string } {
  const methods = (pick: (part: PlannedPart) => number) =>
    moving.flatMap((part) => {
      const id = part.to.options[pick(part)]?.method
      return compiled.methods.find(({ clientMethodID }) => clientMethodID === id) ?? []
    })
  const [before, after] = [methods(({ to }) => to.standing), methods(({ chosen }) => chosen)]
  const carriers = (of: typeof before) => joined(of.map(({ carrier }) => carrierName(compiled, carrier)))
  const texts = (of: typeof before) =>
    joined(of.map((method) => methodText({ ...method, carrierName: carrierName(compiled, method.carrier) })))
  if (before.length === 0) return { from: null, to: carriers(after) }
  return carriers(before) === carriers(after)
    ? { from: texts(before), to: texts(after) }
    : { from: carriers(before), to: carriers(after) }
}

const joined = (names: readonly string[]) => [...new Set(names)].join(' and ')

/** The places that carriers with a limit have left on some days; negative where a limit was lowered. */
export function freePlaces(compiled: CompiledBook, days: readonly Day[], usage: Usage): Map<string, number> {
  const free = new Map<string, number>()
  for (const day of days)
    for (const [index, { code }] of compiled.carriers.entries()) {
      const slot = compiled.rulesOn(day).slots[index] ?? Number.POSITIVE_INFINITY
      const room = usageKey(code, day)
      if (Number.isFinite(slot)) free.set(room, slot - (usage.get(room) ?? 0))
    }
  return free
}
