import type { ReactNode } from 'react'
import recordStyles from '../kit/form/record.module.css'
import styles from './invoices.module.css'

/** A strip with the main facts about a record. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={`${recordStyles.facts} ${styles.facts}`}>{children}</dl>
}

type FactProps = { readonly name: string; readonly children: ReactNode }

/** A fact; shows nothing without a value. */
export function Fact({ name, children }: FactProps) {
  if (children === '' || children === null || children === undefined || children === false) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
