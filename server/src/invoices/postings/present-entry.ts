import { createHash } from 'node:crypto'
import type { InvoiceToPost } from '@despatch/contract/invoices/postings'
import type { PostingLine } from '@despatch/domain/invoices/postings/make-posting'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { Entry } from './write-posting.ts'

/** Presents an invoice before it is posted. */
export function presentEntry(entry: Entry): InvoiceToPost {
  const { invoice, isCorrection, lines } = entry
  const sum = (of: (line: PostingLine) => number) => costText(lines.reduce((total, line) => total + of(line), 0))
  return {
    summaryID: String(invoice.invoice_id),
    invoiceNumber: invoice.invoice_number,
    carrierCode: invoice.carrier,
    carrierName: invoice.carrier_name,
    invoiceDay: invoice.invoice_day,
    currency: invoice.currency,
    isCorrection,
    debit: sum(({ debit }) => debit),
    payable: sum(({ account, debit, credit }) => (account === 'Carriers payable' ? credit - debit : 0)),
    accrued: sum(({ account, debit, credit }) => (account === 'Accrued carriage' ? debit - credit : 0)),
    lines: lines.map(({ client: clientCode, debit, credit, account, accountCode, category, taxCode }) => ({
      account,
      accountCode,
      category,
      clientCode,
      taxCode,
      debit: costText(debit),
      credit: costText(credit),
    })),
    seen: fingerprintOf(entry),
  }
}

/** A fingerprint of what would be posted for an invoice: 43 characters that change with its lines. */
export function fingerprintOf({ invoice: { invoice_id, currency }, isCorrection, lines }: Entry): string {
  const rows = lines.map(({ account, accountCode, category, client, taxCode, debit, credit }) => [
    account,
    accountCode,
    category,
    client,
    taxCode,
    debit,
    credit,
  ])
  return createHash('sha256')
    .update(JSON.stringify([invoice_id, currency, isCorrection, rows]))
    .digest('base64url')
}
