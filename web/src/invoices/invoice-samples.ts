import type { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { InvoiceDetail, InvoiceParcel, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { InvoiceImport } from '@despatch/contract/invoices/importing'

const INSTANT = '2026-11-20T10:00:00.000Z'

/** An invoice with two rows, one of them overcharged by weight, for tests. */
export const INVOICE: InvoiceSummary = {
  summaryID: '17',
  status: 'Imported',
  filename: 'ups-46.csv',
  invoiceNumber: 'A1B2C3466',
  carrierCode: 'UPS',
  carrierName: 'UPS',
  account: '0000A1B2C3',
  currency: 'GBP',
  invoiceDay: '2026-11-16',
  dueDay: '2026-11-30',
  importedAt: INSTANT,
  totalCarrier: '18.40',
  totalTax: '3.68',
  parcelClient: 'Acme Ltd',
  clients: [{ clientCode: 'ACME', clientName: 'Acme Ltd' }],
  details: 2,
  parcels: 2,
  matched: '6.50',
  expected: '13.00',
  variance: '5.40',
  causes: [{ cause: 'weight or size', amount: '5.40' }],
  verdicts: [
    { verdict: 'Matched', rows: 1, undecided: 1, billed: '6.50', variance: '0.00' },
    { verdict: 'Overcharged', rows: 1, undecided: 1, billed: '11.90', variance: '5.40' },
  ],
  leftToDecide: 2,
  leftToDecideAmount: '18.40',
  disputes: { count: 0, claimed: '0.00', credited: '0.00', open: '0.00', newest: [] },
  payable: '22.08',
  proof: 'adds up',
  explanation: '',
  reason: '',
  decidedAt: null,
  decidedBy: '',
  canDecide: true,
  posting: null,
  version: 3,
}

const ROW = {
  summaryID: '17',
  status: 'Imported',
  clientCode: 'ACME',
  clientName: 'Acme Ltd',
  orderNumber: 'W100',
  billed: '11.90',
  tax: '2.38',
  expected: '6.50',
  variance: '5.40',
  verdict: 'Overcharged',
  verdictText: '',
  causes: [{ cause: 'weight or size', amount: '5.40' }],
  ourChange: null,
  billedWeight: '12.4',
  ourWeight: '11',
  dispute: null,
  reason: '',
  decidedAt: null,
  decidedBy: '',
  version: 1,
  line: 2,
} as const satisfies Partial<InvoiceDetail>

export const DETAIL: InvoiceDetail = {
  ...ROW,
  causes: [...ROW.causes],
  detailsID: '171',
  consignmentNumber: '1ZA1B2C30000000001',
  references: ['W100'],
  leg: 'outbound',
  service: 'UPS Standard',
  shipmentDay: '2026-11-10',
  country: 'GB',
  postcode: 'LS1 4AP',
  pieces: 1,
  parcels: 1,
}

export const PARCEL: InvoiceParcel = {
  ...ROW,
  causes: [...ROW.causes],
  parcelID: '1711',
  detailID: '171',
  invoiceNumber: 'A1B2C3466',
  consignmentNumber: '1ZA1B2C30000000001',
  trackingNumber: '1ZA1B2C30000000001',
  declaredWeight: '11',
  size: null,
  charges: [
    {
      chargeCode: '003',
      chargeText: 'UPS Standard',
      category: 'base',
      billed: '11.90',
      expected: '6.50',
      variance: '5.40',
      line: 2,
    },
  ],
  billedBefore: null,
}

export const IMPORT: InvoiceImport = {
  importID: '5',
  filename: 'ups-46.csv',
  bytes: 1200,
  state: 'Imported',
  done: 2,
  total: 2,
  percentComplete: 100,
  message: '1 invoice imported.',
  layout: 'UPS, version 1',
  refusedRows: 0,
  invoices: [{ summaryID: '17', invoiceNumber: 'A1B2C3466' }],
  invoiceCount: 1,
  sentAt: INSTANT,
  sentBy: 'ada',
}

const CHARGE = {
  parcelID: '1711',
  summaryID: '17',
  invoiceNumber: 'A1',
  carrierName: 'UPS',
  invoiceDay: '2026-11-16',
  currency: 'GBP',
  isWhole: false,
  share: '11.90',
  postedOn: '2026-11-17',
  billed: '11.90',
  expected: '6.50',
  variance: '5.40',
  verdict: 'Overcharged',
  status: 'Rejected',
} as const
/** The account of a parcel that was overcharged and came back. */
export const ACCOUNT: RouteAnswer<typeof invoices.parcelCharges> = {
  code: 200,
  charges: [
    { ...CHARGE, parcelID: '1811', summaryID: '18', invoiceNumber: 'A2', share: null, verdict: 'Matched' },
    CHARGE,
  ],
  account: {
    currency: 'GBP',
    steps: [{ title: 'Price', text: 'The parcel costs £6.50.', amount: '6.50' }],
    charges: [{ category: 'base', due: '6.50', billed: '11.90' }],
    due: '6.50',
    billed: '11.90',
    disputes: [
      {
        dispute: { disputeID: '4', number: 'D-000004', state: 'sent' },
        claimed: '5.00',
        credited: '0.00',
        givenUp: '0.00',
      },
      {
        dispute: { disputeID: '3', number: 'D-000003', state: 'refused' },
        claimed: '0.00',
        credited: '0.00',
        givenUp: '0.40',
      },
    ],
    claimed: '5.00',
    credited: '0.00',
    givenUp: '0.40',
    accrued: '6.50',
    reversedBy: { summaryID: '17', invoiceNumber: 'A1' },
    balance: '-0.40',
  },
}
