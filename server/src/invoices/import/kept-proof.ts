import type { Duplicate } from '../judging/judge-details.ts'
import type { Proof } from '@despatch/domain/invoices/reading/proof'
import type { RefusedRow, Remark } from '@despatch/domain/invoices/reading/read-event'

/** What is kept with an invoice of how it was read. */
export type KeptProof = {
  proof: Proof
  remarks: readonly Remark[]
  /** At most {@link MAX_REFUSALS_KEPT}. */
  refusals: readonly RefusedRow[]
  /** Charges that were billed before, at most {@link MAX_DUPLICATES_KEPT}. */
  duplicates: readonly Duplicate[]
}

export const MAX_REFUSALS_KEPT = 1000
export const MAX_DUPLICATES_KEPT = 1000
