import type { DisputeTerms as TermsDto } from '@despatch/contract/invoices/dispute-terms'
import { DEFAULT_TERMS } from '@despatch/domain/invoices/dispute'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** What is kept of a carrier's terms as its form has them. */
export type KeptTerms = Omit<TermsDto, 'termsID' | 'carrierCode' | 'version' | 'changedAt' | 'changedBy'>

/** How disputes with a carrier are handled: as its terms say, else by the usual ones. */
export async function disputeTermsOf(transaction: Transaction, carrier: string): Promise<KeptTerms> {
  const row = await transaction.row(
    db.selectFrom('invoice_dispute_terms').select('terms').where('carrier', '=', carrier),
  )
  return { ...DEFAULT_TERMS, email: '', contact: '', ...(row?.terms as Partial<KeptTerms> | undefined) }
}
