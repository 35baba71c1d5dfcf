import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import { choiceText } from '@despatch/domain/routing/allocation/by-hand'

type ByHand = NonNullable<ConsignmentDecision['byHand']>

/** A choice by hand in a sentence, without its full stop: as much of it as one sees. */
export const choiceLine = (byHand: ByHand, currency: string) => choiceText(byHand, currency)

/** Whether a consignment goes by a choice: what has ended is only told of. */
export const isHeld = (byHand: ConsignmentDecision['byHand']) => byHand !== null && !byHand.ended
