import type { Sample } from './specification-invoice-samples.ts'

/** Calls of the trend report, as the specification alone says them. */
export const FIGURE_SAMPLES: readonly (readonly [call: string, sample: Sample])[] = [
  ['POST /api/powerbi/create-trend-report', { body: { startDate: '2026-01-05 00:00', endDate: '2026-01-11 23:00' } }],
  ['GET /api/powerbi/get-trend-report', (_, shop) => ({ query: { exportId: shop.exportId } })],
  ['GET /api/powerbi/get-trend-report-file', (_, shop) => ({ query: { exportId: shop.exportId } })],
]
