import type { ExportedParcel } from '@despatch/contract/invoices/statements'
import { MAX_EXPORTED_INVOICES } from '@despatch/contract/invoices/statements'
import { invoices } from '@despatch/contract/invoices/invoices'
import { useRef } from 'react'
import { type ExportedList, ExportMenu } from '../kit/list/export/export-menu.tsx'
import { type Columns, columnsOf } from '../kit/list/features.ts'
import { call } from '../kit/server/call.ts'

const column = columnsOf<ExportedParcel>()
const numberOf = (text: string | null) => (text === null ? '' : Number(text))

/** The columns of an exported file. Specification 3: 'exports add clientName and invoiceRef'. */
const COLUMNS: Columns<ExportedParcel> = column.columns([
  column.accessor('invoiceRef', { header: 'invoiceRef' }),
  column.accessor('clientName', { header: 'clientName' }),
  column.accessor('clientCode', { header: 'Client' }),
  column.accessor('carrierName', { header: 'Carrier' }),
  column.accessor('invoiceDay', { header: 'Invoice date', meta: { kind: 'day' } }),
  column.accessor('trackingNumber', { header: 'Tracking number' }),
  column.accessor('consignmentNumber', { header: 'Consignment' }),
  column.accessor('orderNumber', { header: 'Order' }),
  column.accessor('status', { header: 'Status' }),
  column.accessor('verdict', { header: 'Result' }),
  column.accessor('verdictText', { header: 'Explanation' }),
  column.accessor(({ billed }) => Number(billed), { id: 'billed', header: 'Billed' }),
  column.accessor(({ tax }) => Number(tax), { id: 'tax', header: 'Tax' }),
  column.accessor(({ expected }) => numberOf(expected), { id: 'expected', header: 'Expected' }),
  column.accessor(({ variance }) => numberOf(variance), { id: 'variance', header: 'Variance' }),
  column.accessor('currency', { header: 'Currency' }),
  column.accessor(({ causes }) => causes.map(({ cause, amount }) => `${cause} ${amount}`).join(', '), {
    id: 'causes',
    header: 'Causes',
  }),
  column.accessor(
    ({ charges }) =>
      charges.map(({ chargeText, chargeCode, billed }) => `${chargeText || chargeCode} ${billed}`).join(', '),
    { id: 'charges', header: 'Charges' },
  ),
  column.accessor(({ billedWeight }) => numberOf(billedWeight), { id: 'billedWeight', header: 'Weight billed, kg' }),
  column.accessor(({ ourWeight }) => numberOf(ourWeight), { id: 'ourWeight', header: 'Weight despatched, kg' }),
  column.accessor('reason', { header: 'Reason' }),
])

type RowsOf = {
  readonly title: string
  readonly summaryIDs: readonly string[]
  /** Exports all invoices of the files that contain these. */
  readonly isWholeFiles?: boolean
}

type ExportRowsProps = RowsOf & {
  /** The label of the button. */
  readonly label: string
  /** The total number of rows, if known. */
  readonly total?: number | undefined
}

/** Exports the rows of invoices, or of their files, as CSV or a workbook. */
export function ExportRows({ label, total, ...of }: ExportRowsProps) {
  const list = useRowsToExport(of)
  if (of.summaryIDs.length > MAX_EXPORTED_INVOICES) return null
  return <ExportMenu<ExportedParcel> {...list} label={label} total={total} />
}

/** The rows of invoices, or of their files, for a menu of exports. Each page continues after the last row of the page before. */
export function useRowsToExport({ title, summaryIDs, isWholeFiles = false }: RowsOf): ExportedList<ExportedParcel> {
  const after = useRef<string>(undefined)
  return {
    table: `invoice-rows-${isWholeFiles ? 'file' : 'invoice'}-${summaryIDs[0] ?? ''}`,
    title,
    columns: COLUMNS,
    async fetchRows(page, items, signal) {
      if (page === 1) after.current = undefined
      const body = {
        summaryIDs: [...summaryIDs],
        wholeFiles: isWholeFiles,
        items,
        ...(after.current && { after: after.current }),
      }
      const { rows } = await call(invoices.exportRows, { body }, { signal })
      after.current = rows.at(-1)?.parcelID ?? after.current
      return rows
    },
  }
}
