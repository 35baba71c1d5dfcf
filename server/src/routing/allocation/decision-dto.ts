import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import type { StoredChoice } from '@despatch/domain/routing/allocation/by-hand'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { withChoice } from '@despatch/domain/routing/allocation/by-hand'
import type { PlanConflict, PlannedConsignment } from '@despatch/domain/routing/allocation/plan-consignments'
import { nameConflict, nameHold } from '@despatch/domain/routing/fixed-routing/route-name'
import { type UsageRecord, toUsage } from './capacity-usage.ts'
import { replayDecision } from './replay-decision.ts'

/** Presents a decision with its reasons and its inputs. */
export function toDecisionDto(
  made: {
    consignment: PlannedConsignment
    conflict: PlanConflict | null
    usageSeen: UsageRecord
    byHand: StoredChoice | null
  },
  compiled: CompiledBook,
): Pick<ConsignmentDecision, 'consignment' | 'decided' | 'conflict' | 'byHand'> {
  const { consignment, conflict, usageSeen, byHand } = made
  const { book } = compiled
  return {
    consignment: presentConsignment(consignment, compiled),
    // A consignment without a plan has no parcels, so there was nothing to decide.
    decided:
      consignment.parcels.length === 0
        ? { ruleBookVersion: book.version, chosen: null, candidates: [] }
        : replayDecision(compiled, withChoice(consignment, byHand), toUsage(usageSeen)),
    conflict: (conflict && nameConflict(conflict, book)) as ConsignmentDecision['conflict'],
    byHand: byHand && choiceDto(byHand),
  }
}

/** Presents a choice by hand. The contract hides the fields that a reader may not see. */
function choiceDto({ by, at, reason, instead, cost, overruled, ended }: StoredChoice): ConsignmentDecision['byHand'] {
  return {
    by,
    at,
    reason,
    instead: instead && {
      clientMethodID: instead.clientMethodID,
      carrier: instead.carrier,
      carrierName: instead.carrierName,
      methodDescription: instead.methodDescription,
      difference: cost - instead.cost,
    },
    overruled: [...overruled],
    ended: ended ?? '',
  }
}

/** Presents a consignment: with names of fixed routes, and without facts that only the engine needs. */
export function presentConsignment(
  { byHand: _choice, terms, parcels, ...consignment }: PlannedConsignment,
  { book }: CompiledBook,
): ConsignmentDecision['consignment'] {
  // The contract's type is the same but mutable.
  return {
    ...consignment,
    ...(terms && { termsAt: terms.at }),
    parcels: parcels.map(({ weight, length, volume }) => ({ weight, length, volume })),
    heldTo: nameHold(consignment.heldTo, book),
  } as ConsignmentDecision['consignment']
}
