import type { ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import styles from './figures.module.css'

type HighestRateProps = { readonly parts: readonly ReturnsPart[]; readonly rateOf: string }

/** Names the part with the highest rate; nothing if no rate is known. */
export function HighestRate({ parts, rateOf }: HighestRateProps) {
  const [highest] = parts.filter(({ rate }) => rate !== null).toSorted(byRate)
  if (!highest) return null
  return (
    <p className={styles.remark}>
      Highest rate: {highest.title}, {(highest.rate ?? 0).toFixed(1)} {rateOf.toLowerCase()}. The table has the others.
    </p>
  )
}

const byRate = (one: ReturnsPart, other: ReturnsPart) => (other.rate ?? 0) - (one.rate ?? 0)
