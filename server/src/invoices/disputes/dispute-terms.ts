import type { DisputeTerms as TermsDto } from '@despatch/contract/invoices/dispute-terms'
import { DEFAULT_TERMS } from '@despatch/domain/invoices/dispute'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** A carrier's dispute terms with the fields of their form. */
export type StoredDisputeTerms = Omit<TermsDto, 'termsID' | 'carrierCode' | 'version' | 'changedAt' | 'changedBy'>

/** Reads a carrier's dispute terms, or the default terms. */
export async function readDisputeTerms(transaction: Transaction, carrier: string): Promise<StoredDisputeTerms> {
  const row = await transaction.row(
    db.selectFrom('invoice_dispute_terms').select('terms').where('carrier', '=', carrier),
  )
  return { ...DEFAULT_TERMS, email: '', contact: '', ...(row?.terms as Partial<StoredDisputeTerms> | undefined) }
}
