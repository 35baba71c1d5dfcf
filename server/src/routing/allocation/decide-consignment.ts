import { allocate, type Decision } from '@despatch/domain/routing/allocation/allocate'
import {
  type ChoicesBefore,
  endedText,
  type StoredChoice,
  withChoice,
} from '@despatch/domain/routing/allocation/by-hand'
import type { Assigned, Usage } from '@despatch/domain/routing/allocation/consignment'
import { BIT } from '@despatch/domain/routing/allocation/constraints'
import { wordingOf } from '@despatch/domain/routing/allocation/decision-labels'
import { explain } from '@despatch/domain/routing/allocation/explain'
import { noCarrierText } from '@despatch/domain/routing/allocation/no-carrier-text'
import { cheapestFullMethod, type PassedOver } from '@despatch/domain/routing/allocation/passed-over'
import type {
  OrderToShip,
  PlanConflict,
  PlannedConsignment,
} from '@despatch/domain/routing/allocation/plan-consignments'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { FallbackDay } from '@despatch/domain/routing/cut-offs/fallback-day'
import { nameHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { type CompiledBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import { bookCurrency, type Method } from '@despatch/domain/routing/rule-book/rule-book'
import { relevantUsage, type UsageRecord } from './capacity-usage.ts'

/** An order to allocate. `attempt` counts its allocations, including this one. */
export type OrderToAllocate = OrderToShip & {
  readonly orderNumber: string
  readonly attempt: number
  /** Choices by hand from its last allocation. */
  readonly before?: ChoicesBefore | undefined
  /** The later day on which it is despatched if no carrier takes it on its despatch day. */
  readonly fallback?: FallbackDay | undefined
  /** The methods that its consignments got together with other orders. It lapses if the order is split differently. */
  readonly assigned?: OrderAssignment | undefined
}

/** By consignment: its method; null leaves it to allocation. */
export type OrderAssignment = {
  readonly methods: readonly (string | null)[]
  readonly because: Assigned['because']
}

/** The decision on one consignment of an order. */
export type DecidedConsignment = {
  readonly orderNumber: string
  readonly attempt: number
  readonly number: number
  readonly version: number
  readonly consignment: PlannedConsignment
  readonly usageSeen: UsageRecord
  /** null for a routing exception. */
  readonly chosen: { readonly method: Method; readonly carrierName: string; readonly cost: number } | null
  readonly conflict: PlanConflict | null
  /** The reason of a routing exception, for people. */
  readonly why: string
  /** The choice by hand that applies, or that has just ended. */
  readonly byHand: StoredChoice | null
  readonly passedOver: PassedOver | null
  /** It has no carrier, and a passed cut-off is the only reason of some method. */
  readonly isAfterCutOff: boolean
}

/**
 * Decides on one consignment of an order. A choice by hand applies as long as its method may carry the consignment.
 * After that allocation chooses, and the stored choice says why it ended. Pure.
 */
export function decideConsignment(
  compiled: CompiledBook,
  { orderNumber, attempt }: Pick<OrderToAllocate, 'orderNumber' | 'attempt'>,
  options: {
    number: number
    consignment: PlannedConsignment
    choice?: StoredChoice | undefined
    assigned?: Assigned | undefined
  },
  usage: Usage,
): DecidedConsignment {
  const { number, choice } = options
  const day = options.consignment.despatchDay
  const used = usedOn(compiled, usage, day)
  const consignment = withAssigned(compiled, options.consignment, options.assigned, used)
  const input = withChoice(consignment, choice)
  const decision = allocate(compiled, input, used)
  const method = compiled.methods[decision.chosen]
  const explained = () => explain(compiled, consignment, usage, decision)
  const namedConsignment = () => ({ ...consignment, heldTo: nameHold(consignment.heldTo, compiled.book) })
  return {
    orderNumber,
    attempt,
    number,
    version: compiled.book.version,
    consignment,
    usageSeen: relevantUsage(usage, day),
    chosen: method
      ? {
          method,
          carrierName: carrierName(compiled, method.carrier),
          cost: decision.costs[decision.chosen] ?? 0,
        }
      : null,
    conflict: null,
    why: method
      ? ''
      : noCarrierText(
          explained(),
          namedConsignment(),
          (code) => carrierName(compiled, code),
          bookCurrency(compiled.book),
        ),
    byHand:
      choice && choice.clientMethodID !== method?.clientMethodID
        ? {
            ...choice,
            ended: endedText(
              choice,
              consignment,
              explained(),
              wordingOf(namedConsignment(), namedMethods(compiled), bookCurrency(compiled.book)),
            ),
          }
        : (choice ?? null),
    passedOver: passedOverBy(compiled, decision, cheapestFullMethod(compiled, decision, input)),
    isAfterCutOff: !method && decision.failing.includes(BIT.cutOff),
  }
}

function passedOverBy(compiled: CompiledBook, { costs }: Decision, index: number): PassedOver | null {
  const method = namedMethods(compiled)[index]
  if (!method) return null
  const { clientMethodID, carrier, carrierName, methodDescription } = method
  return { clientMethodID, carrier, carrierName, methodDescription, cost: costText(costs[index] ?? 0) }
}

/** Adds an assigned method to a consignment, unless allocation chooses it anyway: then nothing has to be explained. */
function withAssigned(
  compiled: CompiledBook,
  consignment: PlannedConsignment,
  assigned: Assigned | undefined,
  used: Float64Array,
): PlannedConsignment {
  if (!assigned) return consignment
  const free = compiled.methods[allocate(compiled, consignment, used).chosen]?.clientMethodID
  return free === assigned.clientMethodID ? consignment : { ...consignment, assigned }
}

/** Makes a routing exception for an order without looking at any method. */
export function undecidedConsignment(
  { orderNumber, attempt, service, country, region, despatchDay, lines }: OrderToAllocate,
  { version, why }: { version: number; why: string },
): DecidedConsignment {
  return {
    orderNumber,
    attempt,
    number: 1,
    version,
    consignment: {
      service,
      country,
      region,
      despatchDay,
      parcels: [],
      heldTo: null,
      skus: [...new Set(lines.map(({ sku }) => sku))],
    },
    usageSeen: {},
    chosen: null,
    conflict: null,
    why,
    byHand: null,
    passedOver: null,
    isAfterCutOff: false,
  }
}

/** The methods of a book with the names of their carriers. */
export const namedMethods = (compiled: CompiledBook) =>
  compiled.methods.map((method) => ({ ...method, carrierName: carrierName(compiled, method.carrier) }))

/** A carrier's name in the book, or its code if the name is empty. */
export function carrierName({ carriers }: CompiledBook, carrier: string): string {
  return carriers.find(({ code }) => code === carrier)?.name || carrier
}
