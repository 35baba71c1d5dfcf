import { screenAddress } from '../kit/navigation/screen-address.ts'

const INVOICES = '/invoice-reconciliation'

/** The addresses of the screens of invoice reconciliation. */
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

/** The address of an invoice, with its details. */
export const invoiceAddress = screenAddress<{ readonly summaryID: string }>(INVOICE_SCREENS.details)

/** The address of what was agreed with carriers, beside the list of invoices. */
export const agreementsAddress = screenAddress<{ readonly show: 'agreed' | 'zones' | 'rates' | 'ledger' }>(
  INVOICE_SCREENS.list,
)

/** The address of a dispute, beside the list of them. */
export const disputeAddress = screenAddress<{ readonly dispute: string }>(INVOICE_SCREENS.disputes)

type OfParcels = { readonly summaryID: string; readonly detailsID?: string; readonly parcel?: string }
/** The address of the parcels of a detail, or of all that an invoice bills. */
export const parcelsAddress = screenAddress<OfParcels>(INVOICE_SCREENS.parcels)

/** The tabs of an invoice: of its details, and of its parcels. */
export const invoiceTabId = (summaryID: string) => `summaryID-${summaryID}`
export const parcelsTabId = (summaryID: string) => `invoice-parcels-${summaryID}`

type OfWeek = { readonly carrier: string; readonly week: string; readonly asOf: string }
/** The address of the parcels of a carrier and week that no invoice bills yet. */
export const requiredParcelsAddress = screenAddress<OfWeek>(INVOICE_SCREENS.requiredParcels)

/** The address of a posting, with its journal lines, and its tab. */
export const postingAddress = screenAddress<{ readonly postingID: string }>(INVOICE_SCREENS.posting)
export const postingTabId = (postingID: string) => `invoice-posting-${postingID}`
