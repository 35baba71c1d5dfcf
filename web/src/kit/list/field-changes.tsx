import styles from './field-changes.module.css'

/** A field before and after; undefined where there was, or is, none. */
export type FieldChange = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** What was changed, before and after, a line a field. */
export function FieldChanges({ changes }: { readonly changes: readonly FieldChange[] }) {
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
