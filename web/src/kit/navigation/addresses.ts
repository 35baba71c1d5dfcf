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
} as const
