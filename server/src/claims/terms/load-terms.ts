import type { ClaimTerms } from '@despatch/domain/claims/claim-terms'
import type { Selectable } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'

type Row = Selectable<Tables['claim_terms']>

/** Reads all carriers' claim terms; each carrier has only a few. */
export const readTermsRows = (transaction: Transaction): Promise<Row[]> =>
  transaction.rows(
    db
      .selectFrom('claim_terms')
      .selectAll()
      .orderBy('carrier')
      .orderBy('service')
      .orderBy('from_day')
      .orderBy('terms_id'),
  )

export async function loadTerms(transaction: Transaction): Promise<(ClaimTerms & { termsId: number })[]> {
  return (await readTermsRows(transaction)).map(termsOf)
}

export const termsOf = (row: Row): ClaimTerms & { termsId: number } => ({
  termsId: row.terms_id,
  carrier: row.carrier,
  service: row.service,
  from: row.from_day,
  to: row.to_day,
  source: row.source,
  rules: { limitCurrency: 'GBP', ...row.rules },
})
