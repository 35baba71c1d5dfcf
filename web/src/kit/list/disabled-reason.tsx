import styles from './disabled-reason.module.css'

/** Why something beside it cannot be used. */
export function DisabledReason({ reasons }: { readonly reasons: readonly (string | undefined)[] }) {
  const said = [...new Set(reasons)].filter(Boolean)
  return said.length > 0 ? <span className={styles.whyNot}>{said.join(' ')}</span> : null
}
