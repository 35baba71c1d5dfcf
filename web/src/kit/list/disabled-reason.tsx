import styles from './disabled-reason.module.css'

/** Says why the control beside it is disabled. */
export function DisabledReason({ reasons }: { readonly reasons: readonly (string | undefined)[] }) {
  const shown = [...new Set(reasons)].filter(Boolean)
  return shown.length > 0 ? (
    <span className={styles.whyNot} data-reason>
      {shown.join(' ')}
    </span>
  ) : null
}
