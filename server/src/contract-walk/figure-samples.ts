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

const DAYS = { startDate: '2026-02-23', endDate: '2026-03-29' }

/** Samples of figures and of files made from them. */
export const figureSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'return-figures.trend': (_world, shop) => ({ body: period(shop) }),
  'return-figures.choices': () => ({}),
  'return-figures.dashboard': (_world, shop) => ({ body: period(shop) }),
  'return-figures.lines': (_world, shop) => ({
    body: { ...period(shop), state: 'received', client: shop.client, page: 1, limit: 50 },
  }),
  'return-figures.createTrendReport': (_world, shop) => ({ body: { ...period(shop), format: 'xlsx' } }),
  'return-figures.getTrendReport': (_world, shop) => ({ query: { exportId: shop.exportId } }),
  'return-figures.getTrendReportFile': (_world, shop) => ({ query: { exportId: shop.exportId } }),
  'report-files.getEmbedToken': () => ({ body: { report: 'returns-trend' } }),
  'report-files.create': (_world, shop) => ({
    body: {
      reportName: 'returns-trend',
      startDate: '2026-01-05',
      endDate: '2026-04-05',
      format: 'CSV',
      filters: { SKU: shop.SKU },
      shownRows: 1,
    },
  }),
  'report-files.status': (_world, shop) => ({ query: { reportName: 'returns-trend', exportId: shop.exportId } }),
  'report-files.file': (_world, shop) => ({ query: { reportName: 'returns-trend', exportId: shop.exportId } }),
  'reports.carriers': (_world, { deliveries: { carrier } }) => ({
    body: { ...DAYS, carrier, service: 'Next Day', region: 'Not known' },
  }),
  'reports.exceptions': (_world, { deliveries: { carrier } }) => ({ body: { ...DAYS, carrier } }),
  'reports.keyMetrics': () => ({ body: DAYS }),
  'reports.volumes': () => ({ body: { ...DAYS, grain: 'week', byClient: true } }),
  'reports.stockFlow': () => ({ body: { ...DAYS, category: 'Mugs' } }),
  'reports.stockSkus': () => ({ body: { ...DAYS, category: 'Mugs', figure: 'closing', page: 1, limit: 50 } }),
  'reports.orders': (_world, { client }) => ({
    body: { ...DAYS, figure: 'ordersReceived', client, page: 1, limit: 50 },
  }),
  'reports.parcels': (_world, { client, deliveries: { carrier } }) => ({
    body: {
      ...DAYS,
      figure: 'parcelsDespatched',
      carrier,
      service: 'Next Day',
      region: 'Not known',
      client,
      weekday: '',
      page: 1,
      limit: 50,
    },
  }),
  'reports.events': (_world, { deliveries: { carrier } }) => ({
    body: { ...DAYS, carrier, state: 'delivery_failed', reason: 'No reason', page: 1, limit: 50 },
  }),
  'carrier-targets.list': () => ({}),
  'carrier-targets.save': (_world, { deliveries: { carrier } }) => ({
    by: 'operator',
    body: { targets: [{ carrier, onTime: '98.5' }] },
  }),
  'report-subscriptions.list': () => ({}),
  'report-subscriptions.recipients': () => ({ query: { report: 'returns-trend' } }),
  'report-subscriptions.add': (_world, shop) => ({
    body: {
      report: 'returns-trend',
      format: 'xlsx',
      period: 'last-week',
      weekday: 0,
      at: '07:30',
      recipients: [shop.as.userId],
    },
  }),
  'report-subscriptions.change': (_world, shop) => ({
    body: {
      subscriptionId: shop.subscriptionId,
      report: 'returns-trend',
      format: 'csv',
      period: 'last-week',
      at: '08:00',
      recipients: [shop.as.userId],
    },
  }),
  'report-subscriptions.stop': (_world, shop) => ({ body: { subscriptionId: shop.subscriptionId } }),
  'report-subscriptions.end': (_world, shop) => ({ body: { subscriptionId: shop.subscriptionId } }),
  'report-subscriptions.sendAgain': (_world, shop) => ({ body: { subscriptionId: shop.subscriptionId } }),
  'announced-returns.list': () => ({
    query: { page: '1', limit: '50', search: 'R', state: 'announced', show: 'review' },
  }),
  'announced-returns.record': (_world, { announced }) => ({ params: { reference: announced.sent } }),
  'announced-returns.review': (_world, { announced }) => ({
    params: { reference: announced.waiting },
    body: { answer: 'refused', reason: 'Worn' },
  }),
  'announced-returns.refund': (_world, { announced }) => ({
    params: { reference: announced.came },
    body: { lines: [{ lineNumber: 1, quantity: 1 }], amount: '9.00', reason: 'A goodwill payment' },
  }),
  'announced-returns.mark': (_world, { announced }) => ({
    params: { reference: announced.taken },
    body: { state: 'lost', lines: [{ lineNumber: 1, quantity: 1 }], reason: 'The carrier says so' },
  }),
  'announced-returns.offer': (_world, { announced, returns }) => ({
    body: {
      orderNumber: announced.order,
      lines: [{ lineNumber: 1, quantity: 1, reason: returns.reason }],
    },
  }),
  'announced-returns.announce': (_world, { announced, returns }) => ({
    body: {
      orderNumber: announced.order,
      lines: [
        {
          lineNumber: 1,
          quantity: 1,
          reason: returns.reason,
          comment: `Not ${announced.sent}`,
          resolution: 'refund',
          option: 'option-1',
        },
      ],
      oneParcel: false,
      overrule: 'A good customer',
    },
  }),
  'home.counts': () => ({}),
  'home.firstSteps': () => ({ by: 'operator' }),
  'exports.list': () => ({}),
  'exports.again': (_world, shop) => ({ body: { exportId: shop.exportId } }),
  'exports.cancel': (_world, shop) => ({ body: { exportId: shop.exportId } }),
  'exports.file': (_world, shop) => ({ query: { exportId: shop.exportId, part: 'file' } }),
}
