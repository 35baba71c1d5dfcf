import type { ConsignmentDecision, Decided } from '@despatch/contract/routing/allocation/explanation'
import { nearestFirst } from '@despatch/domain/routing/allocation/change-text'
import { holdText, wordingOf } from '@despatch/domain/routing/allocation/decision-labels'
import { consignmentText } from '@despatch/domain/routing/allocation/text'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { useVisibility } from '../../kit/session/use-visibility.ts'
import { CandidateRows } from './candidate-rows.tsx'
import styles from './decision.module.css'

type DecisionViewProps = {
  readonly decided: Decided
  readonly consignment: ConsignmentDecision['consignment']
  /** The currency of the costs; default: that of the selected client. */
  readonly currency?: string | undefined
  /** Whether the method was chosen by hand. */
  readonly isByHand?: boolean
  /** The label of this decision if several are side by side. */
  readonly label?: string
}

/**
 * Shows a decision with its reasons: candidates by rank with costs, then the refused ones with the nearest change
 * first; each with every constraint, its actual value, limit and rule.
 */
export function DecisionView({ decided, consignment, currency, isByHand = false, label }: DecisionViewProps) {
  const sees = useVisibility()
  const { candidates } = decided
  const ofClient = useCurrency()
  const wording = wordingOf(consignment, candidates, currency ?? ofClient)
  const eligible = candidates.filter(({ isEligible }) => isEligible)
  const refused = nearestFirst(candidates)
  // The cheapest is only known if the user may see other methods.
  const cheapest = sees.otherMethods ? (eligible[0]?.cost ?? undefined) : undefined
  const columns = 2 + Number(sees.costs) * 2 + Number(cheapest !== undefined)
  const shared = { chosen: decided.chosen, isByHand, cheapest, columns, wording, sees }
  return (
    <div className={styles.decision}>
      <p className={styles.remark}>
        {consignmentText(consignment)}
        {consignment.heldTo && `, held to ${holdText(consignment.heldTo, wording)}`}
      </p>
      {!sees.otherMethods && decided.chosen !== null && (
        <p className={styles.remark}>Chosen from the carrier services that can take this consignment.</p>
      )}
      {candidates.length === 0 ? (
        <p>{sees.otherMethods ? 'There were no methods to choose from.' : 'No carrier was chosen.'}</p>
      ) : (
        <div className={styles.wide}>
          <table
            className={styles.candidates}
            aria-label={
              label ?? (sees.otherMethods ? 'Every candidate, in its ranking' : 'The carrier that was chosen')
            }
          >
            <thead>
              <tr>
                {sees.costs && (
                  <th scope="col" className={styles.number}>
                    Rank
                  </th>
                )}
                <th scope="col">Method</th>
                {sees.costs && (
                  <th scope="col" className={styles.number}>
                    Cost
                  </th>
                )}
                {cheapest !== undefined && (
                  <th scope="col" className={`${styles.number} ${styles.difference}`}>
                    vs cheapest
                  </th>
                )}
                <th scope="col" className={styles.number}>
                  Transit
                </th>
              </tr>
            </thead>
            {eligible.length > 0 && (
              <tbody>
                <CandidateRows candidates={eligible} {...shared} />
              </tbody>
            )}
            {refused.length > 0 && (
              <tbody>
                <tr>
                  <th scope="rowgroup" colSpan={shared.columns} className={styles.group}>
                    {eligible.length === 0 ? 'None is eligible' : 'Not eligible'}: the nearest first
                  </th>
                </tr>
                <CandidateRows candidates={refused} {...shared} />
              </tbody>
            )}
          </table>
        </div>
      )}
    </div>
  )
}
