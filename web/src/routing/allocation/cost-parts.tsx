import type { CandidateAnswer } from '@despatch/contract/routing/allocation/explanation'
import { costLines, uncountedTexts } from '@despatch/domain/routing/terms/terms-text'
import type { CostParts } from '@despatch/domain/routing/terms/cost-parts'
import styles from './decision.module.css'

type CostPartsProps = {
  /** The description of the candidate's method, and its whole cost. */
  readonly method: string
  readonly cost: string
  readonly parts: NonNullable<CandidateAnswer['costParts']>
  readonly currency: string
}

/** Shows what a candidate's cost consists of, each part with its rule, and what does not count. */
export function CostPartsTable({ method, cost, parts, currency }: CostPartsProps) {
  const uncounted = uncountedTexts(parts)
  return (
    <>
      <table className={styles.parts} aria-label={`Cost of ${method}`}>
        <thead>
          <tr>
            <th scope="col">Part of the cost</th>
            <th scope="col" className={styles.number}>
              Amount
            </th>
            <th scope="col">Rule</th>
          </tr>
        </thead>
        <tbody>
          {costLines(parts as CostParts, currency).map((line, index) => (
            // Two charges may have one name.
            <tr key={`${index} ${line.name}`}>
              <th scope="row">{line.name}</th>
              <td className={styles.number}>{line.cost}</td>
              <td>{line.rule}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Cost</th>
            <td className={styles.number}>{cost}</td>
            <td />
          </tr>
        </tfoot>
      </table>
      {uncounted.length > 0 && <p className={styles.remark}>Not counted, {uncounted.join('; ')}.</p>}
    </>
  )
}
