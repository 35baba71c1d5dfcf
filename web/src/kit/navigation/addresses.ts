import { screenAddress } from './screen-address.ts'

/** The addresses of the enquiry's screens. */
const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
export const ENQUIRY_SCREENS = {
  search: ENQUIRY,
  results: `${ENQUIRY}/search-results-order`,
  order: `${ENQUIRY}/summary-for-order`,
  deliveryEvents: `${ENQUIRY}/delivery-events-for-order`,
  returnsEvents: `${ENQUIRY}/returns-events-for-order`,
  history: `${ENQUIRY}/summary-order-history`,
  serials: `${ENQUIRY}/sku-serial-despatched`,
  serialLife: `${ENQUIRY}/serial-life`,
} as const

/** Whose order it is says `client`, where several have the number. */
type OfOrder = { readonly orderNumber: string; readonly client?: string }
type OrderSearch = OfOrder & {
  readonly view?: 'timeline' | undefined
  readonly kinds?: readonly string[]
  readonly decision?: string
}

/** The life of a serial number. */
export const serialLifeAddress = screenAddress<{ readonly serial: string }>(ENQUIRY_SCREENS.serialLife)
export const orderAddress = screenAddress<OrderSearch>(ENQUIRY_SCREENS.order)
export const deliveryEventsAddress = screenAddress<OfOrder & { readonly parcel?: string }>(
  ENQUIRY_SCREENS.deliveryEvents,
)
export const returnsEventsAddress = screenAddress<OfOrder & { readonly return?: string }>(ENQUIRY_SCREENS.returnsEvents)
export const orderHistoryAddress = screenAddress<OfOrder & { readonly version?: string }>(ENQUIRY_SCREENS.history)

/** Parcels that can be claimed for, with the claim for one of them, or for those of an order, filled in beside the list. */
export const TO_CLAIM = '/reporting-and-enquiries/claims-preparation/to-claim'
export const claimToFillInAddress = screenAddress<{
  readonly reference: string
  readonly open: string
  readonly client?: string
}>(TO_CLAIM)

type NamedParcel = { readonly orderNumber: string; readonly clientCode: string; readonly trackingNumber: string }
/** Where a parcel is among those of its order. */
export const parcelAddress = ({ orderNumber, clientCode: client, trackingNumber: parcel }: NamedParcel) =>
  deliveryEventsAddress({ orderNumber, client, parcel })
