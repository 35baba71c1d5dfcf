import { screenAddress } from '../kit/navigation/screen-address.ts'

const INVOICES = '/invoice-reconciliation'

export const INVOICE_SCREENS = {
  list: INVOICES,
  details: `${INVOICES}/invoice-details`,
  parcels: `${INVOICES}/invoice-details-parcel`,
  disputes: `${INVOICES}/disputes`,
  required: `${INVOICES}/still-to-be-billed`,
  causes: `${INVOICES}/causes`,
  differences: `${INVOICES}/decided-rows-to-review`,
  postings: `${INVOICES}/postings`,
  posting: `${INVOICES}/postings/posting`,
  post: `${INVOICES}/postings/post`,
  statements: `${INVOICES}/statements`,
  requiredParcels: `${INVOICES}/still-to-be-billed/parcels`,
} as const

export const invoiceAddress = screenAddress<{ readonly summaryID: string }>(INVOICE_SCREENS.details)

/** An invoice as its list opens it. */
export const addressOfInvoice = ({ summaryID }: { readonly summaryID: string }) => invoiceAddress({ summaryID })

/** The agreements drawer, beside the list of invoices. */
export const agreementsAddress = screenAddress<{ readonly show: 'agreed' | 'zones' | 'rates' | 'ledger' }>(
  INVOICE_SCREENS.list,
)

/** A dispute, beside the list of disputes. */
export const disputeAddress = screenAddress<{ readonly dispute: string }>(INVOICE_SCREENS.disputes)

type OfParcels = { readonly summaryID: string; readonly detailsID?: string; readonly parcel?: string }
/** The parcels of a detail, or of a whole invoice. */
export const parcelsAddress = screenAddress<OfParcels>(INVOICE_SCREENS.parcels)

/** The ids of an invoice's tabs: its details and its parcels. */
export const invoiceTabId = (summaryID: string) => `summaryID-${summaryID}`
export const parcelsTabId = (summaryID: string) => `invoice-parcels-${summaryID}`

type OfWeek = { readonly carrier: string; readonly week: string; readonly asOf: string }
/** The unbilled parcels of a carrier and week. */
export const requiredParcelsAddress = screenAddress<OfWeek>(INVOICE_SCREENS.requiredParcels)

/** A posting with its journal lines, and the id of its tab. */
export const postingAddress = screenAddress<{ readonly postingID: string }>(INVOICE_SCREENS.posting)
export const postingTabId = (postingID: string) => `invoice-posting-${postingID}`
