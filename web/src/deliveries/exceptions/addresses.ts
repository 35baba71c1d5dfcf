import { screenAddress } from '../../kit/navigation/screen-address.ts'

const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions'
export const EXCEPTION_SCREENS = {
  counts: EXCEPTIONS,
  orders: `${EXCEPTIONS}/exceptions-orders`,
  parcel: `${EXCEPTIONS}/exceptions-orders/summary-for-parcel`,
} as const

type OfParcel = { readonly trackingNumber: string; readonly client: string }
export const exceptionParcelAddress = screenAddress<OfParcel>(EXCEPTION_SCREENS.parcel)
