/**
 * The calls of the specification that the contract does not have yet, by area. A call that is built is struck off; the
 * screens that are still to come stand in web/src/app/screen-rows.ts, without a component. docs/to-come.md prints both.
 */
export const CALLS_TO_COME: Record<string, readonly string[]> = {
  carriers: ['POST /api/carrier/delivery/exceptions'],
  returns: ['GET /api/returnItems', 'POST /api/returnItems', 'PUT /api/returnItems', 'DELETE /api/returnItems'],
  orders: [
    'POST /api/orders',
    'POST /api/orders/release',
    'POST /api/orders/suspend',
    'POST /api/orders/amend',
    'POST /api/orders/cancel',
  ],
  enquiries: [
    'GET /api/enquiries/deliveryevent',
    'GET /api/enquiries/returns/events',
    'GET /api/enquiries/returns/portal',
    'POST /api/enquiries/orderhistory',
    'POST /api/claims/search',
    'POST /api/claims/search-branch',
  ],
  stock: [
    'GET /api/sku/allocation-codes',
    'GET /api/sku/serial-details-by-sku',
    'POST /api/sku/serial-details-by-order-number',
  ],
  reports: [
    'POST /api/powerbi/getEmbedToken',
    'POST /api/powerbi/create-trend-report',
    'GET /api/powerbi/get-trend-report',
    'GET /api/powerbi/get-trend-report-file',
    'POST /api/powerbi/create-export-report',
    'GET /api/powerbi/get-export-report-status',
    'GET /api/powerbi/get-export-report-file',
  ],
  invoices: [
    'GET /api/invoice/carrier',
    'GET /api/invoice/summary',
    'GET /api/invoice/summary/required',
    'POST /api/invoice/details',
    'POST /api/invoice/parcels',
    'POST /api/invoice/detailsexport',
    'POST /api/invoice/import/',
    'PUT /api/invoice/summary/{id}',
    'PUT /api/invoice/details/{value}',
    'PUT /api/invoice/parcels/{value}',
    'PUT /api/invoice/details/undo',
    'PUT /api/invoice/parcels/undo',
    'DELETE /api/invoice/summary',
    'DELETE /api/invoice/details',
    'DELETE /api/invoice/parcels',
  ],
}
