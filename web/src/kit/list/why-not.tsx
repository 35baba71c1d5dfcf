import styles from './why-not.module.css'

/** Why something beside it cannot be used. */
export function WhyNot({ reasons }: { readonly reasons: readonly (string | undefined)[] }) {
  const said = [...new Set(reasons)].filter(Boolean)
  return said.length > 0 ? <span className={styles.whyNot}>{said.join(' ')}</span> : null
}
