import type { CandidateAnswer, Decided } from '@despatch/contract/routing/allocation/explanation'
import { allocate } from '@despatch/domain/routing/allocation/allocate'
import { type CompiledBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import type { Consignment, Usage } from '@despatch/domain/routing/allocation/consignment'
import { explain } from '@despatch/domain/routing/allocation/explain'
import { carrierName } from './decide-consignment.ts'

/** Replays a decision and presents it with its reasons. */
export function replayDecision(compiled: CompiledBook, consignment: Consignment, usage: Usage): Decided {
  const again = allocate(compiled, consignment, usedOn(compiled, usage, consignment.despatchDay))
  const { candidates, ...said } = explain(compiled, consignment, usage, again)
  const named = candidates.map((one) => ({ ...one, carrierName: carrierName(compiled, one.carrier) }))
  return { ...said, candidates: named as CandidateAnswer[] }
}
