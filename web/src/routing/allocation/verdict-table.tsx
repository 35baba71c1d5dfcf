import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import type { Wording } from '@despatch/domain/routing/allocation/decision-labels'
import {
  allowedText,
  CONSTRAINT_TITLES,
  actualText,
  verdictLabel,
} from '@despatch/domain/routing/allocation/verdict-text'
import { IconCheck, IconX } from '@tabler/icons-react'
import styles from './decision.module.css'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { RULE_LEAVES } from '../rule-book/rule-book-places.ts'
import { RuleLink } from '../rule-book/rule-link.tsx'

type VerdictTableProps = { readonly candidate: CandidateAnswer; readonly wording: Wording }

/** Shows every constraint of a candidate, unmet first: result, actual value, limit and rule. */
export function VerdictTable({ candidate, wording }: VerdictTableProps) {
  // Hide the column of links if the user may not open any of the screens.
  const opensRules = useCanOpen(...RULE_LEAVES)
  const { verdicts, methodDescription, carrier } = candidate
  const unmetFirst = verdicts.toSorted((one, other) => Number(one.isMet) - Number(other.isMet))
  return (
    <table className={styles.verdicts} aria-label={`Constraints of ${methodDescription}`}>
      <thead>
        <tr>
          <th scope="col">Constraint</th>
          <th scope="col">Met?</th>
          <th scope="col">Found</th>
          <th scope="col">Limit</th>
          {opensRules && <th scope="col">Set in</th>}
        </tr>
      </thead>
      <tbody>
        {unmetFirst.map((verdict) => (
          <tr key={verdict.constraint} data-unmet={!verdict.isMet || undefined}>
            <th scope="row">
              {CONSTRAINT_TITLES[verdict.constraint]}
              {!verdict.isMet && <div className={styles.sentence}>{verdictLabel(verdict, wording)}</div>}
            </th>
            <td>
              <span className={verdict.isMet ? styles.met : styles.unmet}>
                {verdict.isMet ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
                {verdict.isMet ? 'Met' : 'Not met'}
              </span>
            </td>
            <td>{verdict.actual === undefined ? '–' : actualText(verdict, wording)}</td>
            <td>{verdict.limit === undefined ? '–' : allowedText(verdict, wording)}</td>
            {opensRules && (
              <td>
                <RuleLink verdict={verdict} carrier={carrier} heldTo={wording.consignment.heldTo} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
