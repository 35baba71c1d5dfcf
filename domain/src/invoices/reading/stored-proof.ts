import type { Proof } from './proof.ts'
import type { RefusedRow, Remark } from './read-event.ts'

/** A charge that was billed before, with its file, and its invoice if that still exists. */
export type Duplicate = { readonly what: string; readonly filename: string; readonly summaryID: string | null }

/** The proof stored with an invoice; only the first refusals and duplicates are included. */
export type StoredProof = {
  readonly proof: Proof
  readonly remarks: readonly Remark[]
  readonly refusals: readonly RefusedRow[]
  readonly duplicates: readonly Duplicate[]
}

/** What happened to the rows of all files of an upload. */
export type FileTally = {
  rows: number
  passedOver: number
  /** The number of refused rows, and the first of them. */
  refusedRows: number
  refused: RefusedRow[]
  /** Refused rows of unknown invoices: their number, and the first of them. */
  unplacedRows: number
  unplaced: RefusedRow[]
  /** Remarks about the file rather than one of its invoices. */
  remarks: Remark[]
}

/** The tally stored with a file. Files read by an earlier release only have the first properties. */
export type StoredTally = Pick<FileTally, 'rows' | 'passedOver' | 'refused'> & Partial<FileTally>
