import type { ColumnMapping } from '@despatch/contract/feeds/mapping'

/** The published invoices of a UK gift retailer: an invoice is an order, its rows are lines. */
export const ukRetail: ColumnMapping = {
  columns: {
    orderNumber: 'InvoiceNo',
    SKU: 'StockCode',
    description: 'Description',
    quantity: 'Quantity',
    orderDate: 'InvoiceDate',
    unitValue: 'UnitPrice',
    customerAccount: 'CustomerID',
    country: 'Country',
  },
  // 'European Community' is no country: such rows are refused rather than guessed.
  values: { country: { EIRE: 'IE', 'Channel Islands': 'JE', RSA: 'ZA', USA: 'US' } },
  leaveOut: [{ field: 'orderNumber', startsWith: 'C', reason: 'Cancellation' }],
  dateFormats: { orderDate: 'year-first' },
  timeZone: 'Europe/London',
  encoding: 'utf-8',
}

/** A typical export of a web shop. */
export const webShop: ColumnMapping = {
  columns: {
    orderNumber: 'Order ID',
    orderDate: 'Placed',
    SKU: 'Product Code',
    description: 'Product',
    quantity: 'Qty',
    unitValue: 'Price',
    customerFirstName: 'First Name',
    customerLastName: 'Last Name',
    email: 'Email',
    phone: 'Telephone',
    addressLine1: 'Address 1',
    addressLine2: 'Address 2',
    addressLine3: 'Town',
    addressLine4: 'County',
    postCode: 'Postcode',
    country: 'Country',
    dispatchService: 'Delivery',
  },
  values: { country: { UK: 'GB', Eire: 'IE' }, dispatchService: { Standard: 'STANDARD', Express: 'NEXT DAY' } },
  leaveOut: [{ field: 'orderNumber', startsWith: 'TEST', reason: 'Test order' }],
  dateFormats: {},
  timeZone: 'Europe/London',
  encoding: 'windows-1252',
}
