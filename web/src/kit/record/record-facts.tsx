import type { ReactNode } from 'react'
import { type Meaning, Status } from '../list/columns/cells.tsx'
import styles from './record-page.module.css'

/** Facts about a record, the most important first. Those without a value are left out. */
export type FactsByName = Readonly<Record<string, ReactNode>>

type RecordFactsProps = {
  /** The first fact, unless the record's title shows it. */
  readonly status?: { readonly meaning: Meaning; readonly word: string }
  readonly facts: FactsByName
}

/** So many facts are in sight, the others under *Details*. */
const MAX_IN_SIGHT = 6

/** The most important facts of a record in one row, the others under *Details*. */
export function RecordFacts({ status, facts }: RecordFactsProps) {
  const shown: FactsByName = {
    ...(status && { Status: <Status meaning={status.meaning}>{status.word}</Status> }),
    ...facts,
  }
  const all = Object.entries(shown).filter(
    ([, value]) => value !== '' && value !== null && value !== undefined && value !== false,
  )
  const rest = all.slice(MAX_IN_SIGHT)
  return (
    <div className={styles.facts}>
      <Row facts={all.slice(0, MAX_IN_SIGHT)} />
      {rest.length > 0 && (
        <details className={styles.details}>
          <summary>Details</summary>
          <Row facts={rest} />
        </details>
      )}
    </div>
  )
}

function Row({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
