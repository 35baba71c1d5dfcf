/**
 * Details and parcel rows are numbered within their invoice. An id in the API is the invoice's id followed by the row
 * number.
 */
export const MAX_ROWS_OF_INVOICE = 1_000_000

export type RowKey = { invoiceId: number; no: number }

export const rowId = (invoiceId: number, no: number) => String(invoiceId * MAX_ROWS_OF_INVOICE + no)

export function rowKey(id: string): RowKey {
  const number = Number(id)
  return { invoiceId: Math.floor(number / MAX_ROWS_OF_INVOICE), no: number % MAX_ROWS_OF_INVOICE }
}
