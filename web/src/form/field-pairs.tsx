import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Fields in one column, or in two from 1280 px on. */
export function FieldPairs({ children }: { children: ReactNode }) {
  return <div className={styles.pairs}>{children}</div>
}
