/** The addresses of the enquiry's screens. */
const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
export const ENQUIRY_SCREENS = {
  search: ENQUIRY,
  results: `${ENQUIRY}/search-results-order`,
  order: `${ENQUIRY}/summary-for-order`,
  history: `${ENQUIRY}/summary-order-history`,
} as const
