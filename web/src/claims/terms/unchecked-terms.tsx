import type { ClaimTermsDto } from '@despatch/contract/claims/claim-terms'
import parts from '../../kit/record/record-parts.module.css'
import styles from '../claims.module.css'

type UncheckedTermsProps = {
  readonly terms: readonly Pick<ClaimTermsDto, 'carrierCode' | 'isChecked'>[]
  /** Whether it is above a list that extends to the edges. */
  readonly isAbove?: boolean
}

/** Names the carriers whose terms nobody has compared with a contract; empty if all were. */
export function UncheckedTerms({ terms, isAbove = false }: UncheckedTermsProps) {
  const carriers = [...new Set(terms.filter(({ isChecked }) => !isChecked).map(({ carrierCode }) => carrierCode))]
  if (carriers.length === 0) return null
  return (
    <p className={isAbove ? `${parts.remark} ${styles.above}` : parts.remark}>
      The terms of {carriers.join(', ')} are sample terms from 2025. Check them against your contracts before you claim.
    </p>
  )
}
