import { Button } from '@mantine/core'
import type { ConsignmentDecision } from '@despatch/contract/routing/allocation/explanation'
import { useDisclosure } from '@mantine/hooks'
import { MomentText, Status } from '../../kit/list/columns/cells.tsx'
import { money } from './candidate-rows.tsx'
import { choiceLine, isChoiceInForce } from './choice-text.ts'
import { DecisionView } from './decision-view.tsx'
import { stateOf } from '../exceptions-and-history/exception-state.ts'
import styles from './order-carrier.module.css'

/** An earlier decision, with its reasons on request. */
export function EarlierDecision({
  decision,
  currency,
}: {
  readonly decision: ConsignmentDecision
  readonly currency: string
}) {
  const [isOpen, opening] = useDisclosure()
  const { number, state, at, by, consignment, decided, why, byHand } = decision
  const chosen = decided.candidates.find(({ clientMethodID }) => clientMethodID === decided.chosen)
  const cost = chosen?.cost ?? null
  return (
    <li>
      <div className={styles.title}>
        <span>
          Consignment {number}: {chosen ? `${chosen.carrierName}, ${chosen.methodDescription}` : why}
          {cost !== null && `, ${money(cost, currency)}`}
        </span>
        <Status meaning={stateOf(state).meaning}>{stateOf(state).word}</Status>
        {decided.candidates.length > 0 && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={opening.toggle}>
            Why?
          </Button>
        )}
      </div>
      <div className={styles.remark}>
        Decided <MomentText at={at} />, by {by}
        {decided.ruleBookVersion !== undefined && `, by version ${decided.ruleBookVersion} of the rules`}
      </div>
      {byHand && <div className={styles.remark}>{choiceLine(byHand, currency)}</div>}
      {isOpen && (
        <div className={styles.why}>
          <DecisionView
            decided={decided}
            consignment={consignment}
            currency={currency}
            isByHand={isChoiceInForce(byHand)}
          />
        </div>
      )}
    </li>
  )
}
