import type { ReturnsPart } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { MIN_CASES } from '../../kit/chart/share-axis.ts'
import styles from './figures.module.css'

/** Whether a part has a rate of enough units or parcels to say something; rates are per hundred. */
export const isRateKnown = ({ pieces, rate }: ReturnsPart): boolean =>
  rate !== null && rate > 0 && (pieces / rate) * 100 >= MIN_CASES

/** Names the part with the highest rate; nothing if none says enough. The chart's definition says what of. */
export function HighestRate({ of: parts }: { readonly of: readonly ReturnsPart[] }) {
  const [highest] = parts.filter(isRateKnown).toSorted(byRate)
  if (!highest) return null
  return (
    <p className={styles.remark}>
      Highest rate: {highest.title}, {(highest.rate ?? 0).toFixed(1)} per 100
    </p>
  )
}

const byRate = (one: ReturnsPart, other: ReturnsPart) => (other.rate ?? 0) - (one.rate ?? 0)
