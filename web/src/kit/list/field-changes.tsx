import styles from './field-changes.module.css'

/** A field before and after a change; undefined if it had or has no value. */
export type FieldChange = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Shows changed fields, one per line. */
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
