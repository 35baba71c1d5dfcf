import { type Meaning, Status } from '../list/columns/cells.tsx'
import styles from './record.module.css'

type RecordFactsProps = {
  readonly status: { readonly meaning: Meaning; readonly word: string }
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** A strip with the main facts of a record, its status first. */
export function RecordFacts({ status: { meaning, word }, facts }: RecordFactsProps) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Status</dt>
        <dd>
          <Status meaning={meaning}>{word}</Status>
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
