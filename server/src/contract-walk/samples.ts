import { orderBody } from '../testing/order-body.ts'
import { PASSWORD } from '../testing/factories.ts'
import type { Input } from './calls.ts'
import { claimSamples } from './world-claims.ts'
import { figureSamples } from './figure-samples.ts'
import { deliverySamples } from './delivery-samples.ts'
import { invoiceSamples } from './invoice-samples.ts'
import { noteSamples, peopleSamples } from './people-samples.ts'
import { returnsSamples } from './returns-samples.ts'
import { routingSamples } from './routing-samples.ts'
import type { Shop, World } from './world.ts'

const LAYOUT = { columnVisibility: { email: false }, columnOrder: ['email'], columnSizing: { email: 120 } }

/**
 * A valid input of each call about a shop's data, by its name in the contract. The walk fails if a call is missing here: add a
 * row for each new entry of the contract.
 */
export const samples: Record<string, (world: World, shop: Shop) => Input> = {
  'session.signIn': (_world, shop) => ({ body: { username: `${shop.mark.toLowerCase()}.user`, password: PASSWORD } }),
  'session.signOut': (_world, shop) => ({ params: { id: String(shop.as.userId) } }),
  'session.current': () => ({}),
  'session.generateOneTimeCodes': () => ({}),
  'session.verifyOneTimeCode': () => ({ body: { code: '123456' } }),
  'session.validateOneTimeCode': () => ({ body: { code: '123456' } }),
  'session.requestPasswordReset': (_world, shop) => ({ query: { username: `${shop.client.toLowerCase()}.colleague` } }),
  'session.resetPassword': () => ({
    body: { password: 'a pair of new boots', token: 'A'.repeat(43), currentPassword: PASSWORD },
  }),
  'session.confirmPassword': () => ({ body: { password: PASSWORD } }),
  'session.sessions': (_world, shop) => ({ query: { user: String(shop.as.userId) } }),
  'session.endOtherSessions': () => ({}),
  'session.views': () => ({ query: { table: 'orders' } }),
  'session.saveView': () => ({
    body: { table: 'orders', name: 'A view', search: '?status=N', layout: LAYOUT, isShared: true },
  }),
  'session.deleteView': (_world, shop) => ({ query: { id: shop.view } }),
  'session.keepLayout': () => ({ body: { table: 'orders', layout: LAYOUT } }),
  ...peopleSamples,
  ...routingSamples,
  ...deliverySamples,
  ...invoiceSamples,
  ...claimSamples,
  ...returnsSamples,
  ...figureSamples,
  ...noteSamples,
  'orders.create': (_world, shop) => ({
    body: {
      ...orderBody({
        SKU: shop.SKU,
        phone: '020 7946 0000',
        country: 'GB',
        addressLine2: 'St James',
        addressLine3: 'a',
        addressLine4: 'b',
        dispatchService: 'STANDARD',
        date: '',
      }),
      items: [{ SKU: shop.SKU, quantity: 1, totalValue: '9.99' }],
    },
  }),
  'orders.nextCustomerReference': () => ({}),
  'orders.items': (_world, shop) => ({ body: { orderNumber: shop.orderNumber, page: 1, limit: 50 } }),
  'orders.consolidated': (_world, shop) => ({
    body: {
      orderRef: shop.orderNumber,
      email: '',
      postCode: '',
      skuCode: shop.SKU,
      dateFrom: '2020-01-01',
      dateTo: '2099-01-01',
      status: ['N'],
      page: 1,
      limit: 50,
      sort: 'orderDate',
      desc: true,
    },
  }),
  'orders.total': (_world, shop) => ({
    body: { orderRef: shop.orderNumber, email: '', dateFrom: '2020-01-01', dateTo: '2099-01-01', status: ['N'] },
  }),
  'orders.searchByOrderNumber': (_world, shop) => ({ body: { orderNumber: shop.orderNumber } }),
  'orders.addressLookup': () => ({ body: { country: 'GB', postcode: 'SW1Y 4JH' } }),
  'orders.addressDetails': (world) => ({ body: { id: world.addressId } }),
  'enquiries.order': (_world, shop) => ({ query: { customerReference: shop.orderNumber } }),
  'stock.skuFileReport': (_world, shop) => ({ body: { search: shop.SKU, limit: 20 } }),
  'stock.serialLife': () => ({ query: { serialNumber: 'SN-1' } }),
  'stock.skuFileReportTotals': () => ({ body: {} }),
  'sku-data.set': (_world, shop) => ({ body: { SKU: shop.SKU, weight: 0.4 } }),
  'stock.availableStock': (_world, shop) => ({ body: { skus: [shop.SKU], orderNumber: shop.orderNumber } }),
  'stock.searchSku': (_world, shop) => ({ body: { search: shop.SKU, limit: 20 } }),
  'feeds.orders': (_world, shop) => ({
    query: { mapping: shop.mapping },
    contentType: 'text/csv',
    body: `${shop.mark},b,c\nF-1,${shop.SKU},1\n`,
  }),
  'feeds.mappings': () => ({}),
  'feeds.saveMapping': () => ({
    params: { feed: 'orders', name: 'a-mapping' },
    body: {
      columns: { orderNumber: 'a', SKU: 'b', quantity: 'c' },
      values: { country: { EIRE: 'IE' } },
      leaveOut: [{ field: 'orderNumber', startsWith: 'C', reason: 'cancellation' }],
      dateFormats: {},
      timeZone: 'Europe/London',
      encoding: 'utf-8',
    },
  }),
}

/** The valid input of a call, by default about the caller's own shop. */
export function sampleOf(world: World, name: string, shop: Shop = world.ours): Input {
  const make = samples[name]
  if (!make) throw new Error(`${name} has no sample: give it one in contract-walk/samples.ts`)
  return make(world, shop)
}
