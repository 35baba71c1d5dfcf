import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { ExportRows } from './export-rows.tsx'

type ExportSelectedProps = { readonly rows: readonly InvoiceSummary[]; readonly isOperator: boolean }

/** Exports the rows of the selected invoices, and for the operator those of their file. */
export function ExportSelected({ rows, isOperator }: ExportSelectedProps) {
  const [first] = rows
  if (!first) return null
  const ids = rows.map(({ summaryID }) => summaryID)
  const isOneFile = rows.every(({ filename }) => filename === first.filename)
  return (
    <>
      <ExportRows
        label="Export rows"
        title={rows.length === 1 ? `Invoice ${first.invoiceNumber} rows` : 'Invoice rows'}
        summaryIDs={ids}
        total={rows.reduce((sum, { parcels }) => sum + parcels, 0)}
      />
      {isOperator && isOneFile && (
        <ExportRows label="Export whole file" title={first.filename} summaryIDs={[first.summaryID]} isWholeFiles />
      )}
    </>
  )
}
