import { Anchor } from '@mantine/core'
import type { BookItemKind } from '@despatch/domain/routing/rule-book/book-items'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import { ruleBookFindings } from './rule-book-queries.ts'
import styles from './rule-book.module.css'

type FindingsOfProps = {
  /** The kinds of items that the screen corrects. */
  readonly kinds: readonly BookItemKind[]
  /** The key of a single item. */
  readonly of?: string
}

/** The number of findings before 'Show more', so that they do not push the content away. */
const SHOWN = 3

/** Shows the findings that a screen can correct, each with an example consignment. */
export function FindingsOf({ kinds, of }: FindingsOfProps) {
  // The server refuses findings to users who may not see the whole rule book.
  const { data } = useQuery({ ...ruleBookFindings, enabled: useSeesRuleBook() })
  const [isWhole, setIsWhole] = useState(false)
  const found = (data?.findings ?? []).filter(
    ({ place }) => kinds.includes(place.kind) && (of === undefined || place.key === of),
  )
  if (found.length === 0) return null
  const shown = isWhole ? found : found.slice(0, SHOWN)
  return (
    <section className={styles.findings} aria-label="Issues">
      <h2>
        {formatCount(found.length)} {found.length === 1 ? 'issue' : 'issues'} on this page
      </h2>
      <ul>
        {shown.map(({ kind, sentence, place, example }) => (
          <li key={`${kind} ${place.key} ${sentence}`}>
            {sentence}.{example && <div className={styles.example}>For example: {example.sentence}.</div>}
          </li>
        ))}
      </ul>
      {found.length > SHOWN && (
        <Anchor component="button" type="button" inherit onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${formatCount(found.length)}`}
        </Anchor>
      )}
    </section>
  )
}
