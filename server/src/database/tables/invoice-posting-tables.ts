import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DayColumn, Instant } from '../column-types.ts'

/** The tables of postings. Amounts are ten-thousandths, in whole minor units. */
export type InvoicePostingTables = {
  invoice_postings: {
    posting_id: GeneratedAlways<number>
    number: number
    posted_at: Instant
    posted_by: string
    invoices: number
    lines: number
    corrections: Generated<number>
    posted_on: ColumnType<string, string | undefined, string>
    reverses: Generated<number | null>
  }
  invoice_posting_changes: { invoice_id: number; changed_at: Instant }
  invoice_posted: { invoice_id: number; posting_id: number; reversed_by: Generated<number | null> }
  invoice_posting_lines: {
    posting_id: number
    line_no: number
    invoice_id: number
    invoice_number: string
    invoice_day: DayColumn
    due_day: DayColumn | null
    carrier: string
    carrier_name: string
    account: string
    category: string
    of_client: string
    tax_code: string
    debit: number
    credit: number
    currency: string
    text: string
    account_code: Generated<string>
  }
}
