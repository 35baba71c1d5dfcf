import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import { choiceText } from '@despatch/domain/routing/allocation/by-hand'

type ByHand = NonNullable<ConsignmentDecision['byHand']>

/** A choice by hand as a sentence without full stop, with the fields that the user may see. */
export const choiceLine = (byHand: ByHand, currency: string) => choiceText(byHand, currency)

/** Whether a choice still applies; an ended choice is only shown. */
export const isChoiceInForce = (byHand: ConsignmentDecision['byHand']) => byHand !== null && !byHand.ended
