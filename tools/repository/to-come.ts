/**
 * The calls of the specification that the contract does not have yet, by area. A call that is built is struck off; the
 * screens that are still to come stand in web/src/shell/screen-rows.ts, without a component. docs/to-come.md prints both.
 */
export const CALLS_TO_COME: Record<string, readonly string[]> = {
  enquiries: ['POST /api/claims/search', 'POST /api/claims/search-branch'],
  stock: ['GET /api/sku/allocation-codes'],
  reports: [
    'POST /api/powerbi/getEmbedToken',
    'POST /api/powerbi/create-export-report',
    'GET /api/powerbi/get-export-report-status',
    'GET /api/powerbi/get-export-report-file',
  ],
}
