import type { ClaimTermsDto } from '@despatch/contract/claims/claim-terms'
import parts from '../../kit/record/record-parts.module.css'
import styles from '../claims.module.css'

type UncheckedTermsProps = {
  readonly terms: readonly Pick<ClaimTermsDto, 'carrierCode' | 'isChecked'>[]
  /** Whether it stands above a list, which reaches to the edges. */
  readonly isAbove?: boolean
}

/** Which carriers' deadlines and limits nobody has compared with a contract; nothing where all have been. */
export function UncheckedTerms({ terms, isAbove = false }: UncheckedTermsProps) {
  const carriers = [...new Set(terms.filter(({ isChecked }) => !isChecked).map(({ carrierCode }) => carrierCode))]
  if (carriers.length === 0) return null
  return (
    <p className={isAbove ? `${parts.remark} ${styles.above}` : parts.remark}>
      The terms of {carriers.join(', ')} came with Despatch. They were written down in 2025 without the carriers’ pages
      at hand, and nobody has checked them: compare deadlines and limits with your contracts before you claim.
    </p>
  )
}
