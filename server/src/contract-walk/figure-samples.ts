import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

const period = (shop: Shop) => ({
  startDate: '2026-01-05',
  endDate: '2026-04-05',
  countedBy: 'received' as const,
  SKU: shop.SKU,
  category: 'Mugs',
  reason: 'DAMAGED',
  carrier: shop.deliveries.carrier,
  region: 'London',
})

/** The samples of figures, and of files that are made of them. */
export const figureSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'return-figures.trend': (_world, shop) => ({ body: period(shop) }),
  'return-figures.choices': () => ({}),
  'return-figures.dashboard': (_world, shop) => ({ body: period(shop) }),
  'return-figures.lines': (_world, shop) => ({ body: { ...period(shop), state: 'received', page: 1, limit: 50 } }),
  'return-figures.createTrendReport': (_world, shop) => ({ body: { ...period(shop), format: 'xlsx' } }),
  'return-figures.getTrendReport': (_world, shop) => ({ query: { exportId: shop.exportId } }),
  'return-figures.getTrendReportFile': (_world, shop) => ({ query: { exportId: shop.exportId } }),
  'exports.list': () => ({}),
  'exports.again': (_world, shop) => ({ body: { exportId: shop.exportId } }),
  'exports.cancel': (_world, shop) => ({ body: { exportId: shop.exportId } }),
  'exports.file': (_world, shop) => ({ query: { exportId: shop.exportId, part: 'file' } }),
}
