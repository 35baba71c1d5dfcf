import { Radio } from '@mantine/core'
import type { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import type { RouteAnswer } from '@despatch/contract/route/types'
import {
  choiceVerdict,
  constraintsText,
  differenceText,
  cannotOverruleText,
} from '@despatch/domain/routing/allocation/by-hand'
import { nearestFirst } from '@despatch/domain/routing/allocation/change-text'
import { methodText, type Wording, wordingOf } from '@despatch/domain/routing/allocation/decision-labels'
import { verdictLabel } from '@despatch/domain/routing/allocation/verdict-text'
import type { CostParts } from '@despatch/domain/routing/terms/cost-parts'
import { costSumText } from '@despatch/domain/routing/terms/terms-text'
import { costLabel } from './candidate-rows.tsx'
import styles from './carrier-options.module.css'

/** The option for allocation; not a valid method id. */
export const TO_ALLOCATION = ' '

type CarrierOptionsProps = {
  readonly choices: RouteAnswer<typeof allocation.carrierChoices>
  /** The currency of the costs. */
  readonly currency: string
  /** Why the user may not overrule a constraint. */
  readonly whyNotOverrule: string | undefined
}

/**
 * The options for a consignment: eligible methods with prices, then those that need an overrule, then impossible ones.
 */
export function CarrierOptions({ choices, currency, whyNotOverrule }: CarrierOptionsProps) {
  const { standing, decided, consignment } = choices
  const wording = wordingOf(consignment, decided.candidates, currency)
  const present = decided.candidates.find(({ clientMethodID }) => clientMethodID === standing?.clientMethodID)
  // Compare with the current method's cost today, which may differ from its cost at the time of the decision.
  const comparedTo = present?.cost ?? standing?.cost ?? null
  const eligible = decided.candidates.filter(({ isEligible }) => isEligible)
  const others = nearestFirst(decided.candidates)
  const shared = { comparedTo, wording, presentId: standing?.clientMethodID, whyNotOverrule }
  return (
    <div className={styles.options}>
      {standing?.isByHand && (
        <Radio value={TO_ALLOCATION} label="Let allocation choose again" description="The cheapest eligible method" />
      )}
      {eligible.map((candidate) => (
        <Option key={candidate.clientMethodID} candidate={candidate} {...shared} />
      ))}
      {whyNotOverrule !== undefined && others.some((one) => choiceVerdict(one).kind === 'overrules') && (
        <p className={styles.right}>{whyNotOverrule}</p>
      )}
      {others.map((candidate) => (
        <Option key={candidate.clientMethodID} candidate={candidate} {...shared} />
      ))}
    </div>
  )
}

type OptionProps = {
  readonly candidate: CandidateAnswer
  readonly comparedTo: number | null
  readonly wording: Wording
  readonly presentId: string | undefined
  readonly whyNotOverrule: string | undefined
}

function Option({ candidate, comparedTo, wording, presentId, whyNotOverrule }: OptionProps) {
  const { clientMethodID, cost = null, transitDays } = candidate
  const isPresent = clientMethodID === presentId
  const verdict = choiceVerdict(candidate)
  const unmet = candidate.verdicts.filter(({ isMet }) => !isMet).map((one) => verdictLabel(one, wording))
  const sum = candidate.costParts && costSumText(candidate.costParts as CostParts, wording.currency)
  const facts = [
    [costLabel(cost, wording.currency), sum && `(${sum})`].filter(Boolean).join(' '),
    isPresent
      ? 'current carrier'
      : cost !== null && comparedTo !== null && differenceText(cost - comparedTo, wording.currency),
    `${transitDays} ${transitDays === 1 ? 'day' : 'days'}`,
  ]
  return (
    <Radio
      value={clientMethodID}
      label={methodText(candidate)}
      disabled={isPresent || verdict.kind === 'never' || (verdict.kind === 'overrules' && whyNotOverrule !== undefined)}
      description={
        <>
          {facts.filter(Boolean).join(', ')}
          {verdict.kind !== 'eligible' && <span className={styles.unmet}>{unmet.join('; ')}</span>}
          {verdict.kind === 'never' && <span>{cannotOverruleText(verdict.constraints)}</span>}
          {verdict.kind === 'overrules' && whyNotOverrule === undefined && (
            <span>Choosing it overrules {constraintsText(verdict.constraints)}.</span>
          )}
        </>
      }
    />
  )
}
