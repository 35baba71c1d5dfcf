/** Details and parcel rows are numbered within their invoice; an id on the wire is the invoice's with the number behind it. */
export const MAX_ROWS_OF_INVOICE = 1_000_000

export type RowKey = { invoiceId: number; no: number }

export const rowId = (invoiceId: number, no: number) => String(invoiceId * MAX_ROWS_OF_INVOICE + no)

export function rowKey(id: string): RowKey {
  const number = Number(id)
  return { invoiceId: Math.floor(number / MAX_ROWS_OF_INVOICE), no: number % MAX_ROWS_OF_INVOICE }
}
