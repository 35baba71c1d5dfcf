/** As long as an invoice's number is at most. */
export const MAX_INVOICE_NUMBER = 60

/**
 * An invoice number as it is compared: capitals and digits alone, without the zeros in front ('0000-12ab' is '12AB').
 * Empty where nothing of it is left. The database's `normal_invoice_number` says the same.
 */
export const normalInvoiceNumber = (number: string): string =>
  number
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '')
