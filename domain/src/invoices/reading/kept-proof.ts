import type { Proof } from './proof.ts'
import type { RefusedRow, Remark } from './read-event.ts'

/** A charge that was billed before, and where: in which file, and on which invoice if that is still there. */
export type Duplicate = { readonly what: string; readonly filename: string; readonly summaryID: string | null }

/** What is kept with an invoice of how it was read; refusals and duplicates are the first of them. */
export type KeptProof = {
  readonly proof: Proof
  readonly remarks: readonly Remark[]
  readonly refusals: readonly RefusedRow[]
  readonly duplicates: readonly Duplicate[]
}

/** What became of the rows of all files of an upload. */
export type FileTally = {
  rows: number
  passedOver: number
  /** Rows that were refused, and the first of them. */
  refusedRows: number
  refused: RefusedRow[]
  /** Those of them of which nobody knows the invoice: how many, and which. */
  unplacedRows: number
  unplaced: RefusedRow[]
  /** What is said of the file, and not of one of its invoices. */
  remarks: Remark[]
}

/** The tally that is kept with a file. Files that were read by an earlier release have the first of these alone. */
export type KeptTally = Pick<FileTally, 'rows' | 'passedOver' | 'refused'> & Partial<FileTally>
