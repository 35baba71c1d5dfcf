/**
 * The calls of the specification that the contract does not have yet, by area. A call that is built is struck off; the
 * screens that are still to come stand in web/src/shell/screen-rows.ts, without a component. docs/to-come.md prints both.
 */
export const CALLS_TO_COME: Record<string, readonly string[]> = {
  returns: ['GET /api/returnItems', 'POST /api/returnItems', 'PUT /api/returnItems', 'DELETE /api/returnItems'],
  enquiries: ['POST /api/claims/search', 'POST /api/claims/search-branch'],
  stock: ['GET /api/sku/allocation-codes'],
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
