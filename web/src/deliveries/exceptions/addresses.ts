/** The addresses of the screens of delivery exceptions. */
const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions'
export const EXCEPTION_SCREENS = {
  counts: EXCEPTIONS,
  orders: `${EXCEPTIONS}/exceptions-orders`,
  parcel: `${EXCEPTIONS}/exceptions-orders/summary-for-parcel`,
} as const
