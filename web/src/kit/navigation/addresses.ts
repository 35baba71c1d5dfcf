import { screenAddress } from './screen-address.ts'

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

/** `client` is the order's client, because several clients may use the same order number. */
type OrderReference = { readonly orderNumber: string; readonly client?: string }
type OrderSearch = OrderReference & {
  readonly view?: 'timeline' | undefined
  readonly kinds?: readonly string[]
  readonly decision?: string
}

/** The history of a serial number. */
export const serialLifeAddress = screenAddress<{ readonly serial: string }>(ENQUIRY_SCREENS.serialLife)
export const orderAddress = screenAddress<OrderSearch>(ENQUIRY_SCREENS.order)
/** An order as lists open it. */
export const addressOfOrder = ({
  orderNumber,
  clientCode,
}: {
  readonly orderNumber: string
  readonly clientCode: string
}) => orderAddress({ orderNumber, client: clientCode })
export const deliveryEventsAddress = screenAddress<OrderReference & { readonly parcel?: string }>(
  ENQUIRY_SCREENS.deliveryEvents,
)
export const returnsEventsAddress = screenAddress<OrderReference & { readonly return?: string }>(
  ENQUIRY_SCREENS.returnsEvents,
)
export const orderHistoryAddress = screenAddress<OrderReference & { readonly version?: string }>(
  ENQUIRY_SCREENS.history,
)

export const TO_CLAIM = '/reporting-and-enquiries/claims-preparation/to-claim'
/** The list of parcels that can be claimed, beside a claim filled in for one of them or for those of an order. */
export const claimToFillInAddress = screenAddress<{
  readonly reference: string
  readonly open: string
  readonly client?: string
}>(TO_CLAIM)

type ParcelReference = { readonly orderNumber: string; readonly clientCode: string; readonly trackingNumber: string }
/** A parcel on the delivery screen of its order. */
export const parcelAddress = ({ orderNumber, clientCode: client, trackingNumber: parcel }: ParcelReference) =>
  deliveryEventsAddress({ orderNumber, client, parcel })

/** Sections of Carrier Capacity Set Up: cut-offs of carriers, and despatch times of clients. */
export const CUT_OFFS = '/carrier-routing-control/carrier-capacity-setup/cut-offs'
export const DESPATCH_TIMES = '/carrier-routing-control/carrier-capacity-setup/despatch-times'

/** Plan the day, a section of Carrier Capacity Set Up. */
export const PLAN_THE_DAY = '/carrier-routing-control/carrier-capacity-setup/plan'

/** Carrier stops, a section of Carrier Capacity Set Up. */
export const CARRIER_STOPS = '/carrier-routing-control/carrier-capacity-setup/stops'
/** Carrier stops with a dialog open: for stopping a carrier ('any' lets the user choose), or for moving its orders. */
export const carrierStopsAddress = screenAddress<{ readonly new?: string; readonly move?: string }>(CARRIER_STOPS)
