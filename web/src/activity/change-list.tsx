import styles from './activity.module.css'
import { type ChangedAct, changesOf } from './changes.ts'

/** What an act changed, before and after, a line a field. */
export function ChangeList({ act }: { act: ChangedAct }) {
  const changes = changesOf(act)
  if (changes.length === 0) return null
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {before !== undefined && (after === undefined ? <del>{before}</del> : before)}
            {before !== undefined && after !== undefined && <span className={styles.arrow}> → </span>}
            {after}
          </dd>
        </div>
      ))}
    </dl>
  )
}
