import type { Sample } from './specification-invoice-samples.ts'

/** Calls of reports exactly as the specification has them. */
export const FIGURE_SAMPLES: readonly (readonly [call: string, sample: Sample])[] = [
  ['POST /api/claims/search', { body: { customer: 'SPEC' } }],
  ['POST /api/claims/search-branch', { body: { customer: 'SPEC' } }],
  ['POST /api/powerbi/create-trend-report', { body: { startDate: '2026-01-05 00:00', endDate: '2026-01-11 23:00' } }],
  ['GET /api/powerbi/get-trend-report', (_, shop) => ({ query: { exportId: shop.exportId } })],
  ['GET /api/powerbi/get-trend-report-file', (_, shop) => ({ query: { exportId: shop.exportId } })],
  ['POST /api/powerbi/getEmbedToken', { body: { report: 'Returns Trend Report' } }],
  [
    'POST /api/powerbi/create-export-report',
    { body: { reportName: 'returns-trend', startDate: '2026-01-05 00:00', endDate: '2026-01-11 23:00' } },
  ],
  [
    'GET /api/powerbi/get-export-report-status',
    (_, shop) => ({ query: { reportName: 'returns-trend', exportId: shop.exportId } }),
  ],
  [
    'GET /api/powerbi/get-export-report-file',
    (_, shop) => ({ query: { reportName: 'returns-trend', exportId: shop.exportId } }),
  ],
  ['GET /api/sku/allocation-codes', {}],
]
