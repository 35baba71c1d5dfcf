export const MAX_INVOICE_NUMBER = 60

/**
 * Normalises an invoice number for comparison: capitals and digits without leading zeros ('0000-12ab' is '12AB'); may
 * be empty. The database's `normal_invoice_number` does the same.
 */
export const normalInvoiceNumber = (number: string): string =>
  number
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
