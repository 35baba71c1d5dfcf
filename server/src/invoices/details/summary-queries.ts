import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import { DOCUMENT_TAX } from '../document-tax.ts'
import type { Scope } from '../scope.ts'

export type PartRow = Selectable<Tables['invoice_sums']>

/** The parts of invoices within a caller's scope. */
export const selectParts = ({ parts }: Scope, ids: readonly number[]) =>
  db
    .selectFrom('invoice_sums')
    .selectAll()
    .where('client_code', '=', sql<string>`any (${parts}::text[])`)
    .where('invoice_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('client_code')

export type ClientOfInvoice = { invoice_id: number; client_code: string; name: string }

/** The clients that invoices bill, of those that the transaction sees. */
export const selectClients = (ids: readonly number[]) =>
  db
    .selectFrom('invoice_sums as s')
    .innerJoin('clients as c', 'c.client_code', 's.client_code')
    .select(['s.invoice_id', 's.client_code', 'c.name'])
    .where('s.invoice_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('c.name')

/** The fields of invoices that only the operator sees. */
export const selectOperatorFields = (ids: readonly number[]) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('invoice_files as f', 'f.file_id', 'i.file_id')
    .leftJoin('invoice_posted as d', (join) =>
      join.onRef('d.invoice_id', '=', 'i.invoice_id').on('d.reversed_by', 'is', null),
    )
    .leftJoin('invoice_postings as p', 'p.posting_id', 'd.posting_id')
    .select(['i.invoice_id', 'f.filename', 'i.proof', 'i.explanation', 'p.number as posting'])
    .select(DOCUMENT_TAX.as('tax'))
    .where('i.invoice_id', '=', sql<number>`any (${ids}::bigint[])`)
export type OperatorsRow = {
  invoice_id: number
  filename: string
  proof: Tables['invoices']['proof']
  explanation: string
  /** The tax stated by the document, or the sum of its rows; null if neither states any. */
  tax: number | null
  /** The number of the posting that it is in. */
  posting: number | null
}
