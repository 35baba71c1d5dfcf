import { randomUUID } from 'node:crypto'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { orderBody } from '../testing/order-body.ts'
import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

const ROW = { page: '1', limit: '50' }
const PAGE = { page: 1, limit: 50 }
const criteria = (shop: Shop) => ({
  orderRef: shop.orderNumber,
  email: `${shop.mark.toLowerCase()}@example.com`,
  dateFrom: '2020-01-01',
  dateTo: '2099-01-01',
  status: ['N'],
})
const COMMANDS = {
  release: 'b1f0c6ee-4f6c-4c58-9d55-0f9f2b8f0001',
  suspend: 'b1f0c6ee-4f6c-4c58-9d55-0f9f2b8f0002',
  cancel: 'b1f0c6ee-4f6c-4c58-9d55-0f9f2b8f0003',
  'rate-again': 'b1f0c6ee-4f6c-4c58-9d55-0f9f2b8f0004',
}
/** Days on which no test has an order. */
const STOP = { services: ['Air'], from: '2026-01-05', to: '2026-01-06' }
const DAYS = { from: STOP.from, to: STOP.to }
/** The fingerprint of a plan without orders: the SHA-256 hash of nothing. */
const NO_ORDERS = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const command = (shop: Shop, action: keyof typeof COMMANDS, orderNumber: string) => ({
  commandId: COMMANDS[action],
  orders: [{ clientCode: shop.client, orderNumber }],
  except: [{ clientCode: shop.client, orderNumber: `${shop.client}-not-this` }],
  most: 1,
})
const amended = (shop: Shop) => {
  const { orderNo: _, ...fields } = orderBody({
    SKU: shop.SKU,
    phone: '020 7946 0000',
    country: 'GB',
    addressLine2: 'St James',
    addressLine3: 'a',
    addressLine4: 'b',
    dispatchService: 'STANDARD',
    date: '',
  })
  return {
    orderNumber: shop.deliveries.orders.amended,
    version: 1,
    ...fields,
    items: [{ SKU: shop.SKU, quantity: 3, totalValue: '9.99' }],
  }
}
const exceptions = (shop: Shop) => ({
  Client_Code: shop.client,
  Order_Date_From: '2026-01-05',
  Order_Date_To: '2026-06-30',
  Show_Orders: 'late delivered',
})
const parcels = (shop: Shop) => ({
  despatchedFrom: '2026-01-05',
  despatchedTo: '2099-01-01',
  reference: shop.deliveries.trackingNumber,
  carrier: [shop.deliveries.carrier],
  isLate: true,
})
const file = (header: string, row: string): Input => ({ contentType: 'text/csv', body: `${header}\n${row}\n` })
const webhook = (shop: Shop, name: string) => ({
  name: `${name} of ${shop.client}`,
  url: `https://hooks.example.com/${shop.client}`,
  events: ['order.created', 'parcel.delivered'],
  active: true,
})
const byReference = (shop: Shop) => ({ customerReference: shop.deliveries.despatchedOrder })

const RESERVED = {
  pieces: 1,
  purpose: 'promotion' as const,
  until: '2099-01-01',
  orderNumber: '',
  customerAccount: '',
  note: 'A note',
}

/** Samples of orders, stock, parcels, feeds, API keys and webhooks. */
export const deliverySamples: Record<string, (world: World, shop: Shop) => Input> = {
  'orders.list': (_world, shop) => ({ body: { ...criteria(shop), ...PAGE, sort: 'orderDate', desc: true } }),
  'orders.listTotal': (_world, shop) => ({ body: criteria(shop) }),
  'orders.listCounts': () => ({ query: { of: 'open' } }),
  'orders.preflight': (_world, shop) => ({
    body: { action: 'suspend', matching: criteria(shop), except: [], ...PAGE },
  }),
  'orders.release': (_world, shop) => ({ body: command(shop, 'release', shop.deliveries.orders.released) }),
  'orders.suspend': (_world, shop) => ({
    body: {
      ...command(shop, 'suspend', shop.deliveries.orders.suspended),
      reason: 'Customer asked',
      note: 'until Monday',
    },
  }),
  'orders.cancel': (_world, shop) => ({
    body: { ...command(shop, 'cancel', shop.deliveries.orders.cancelled), note: 'ordered twice' },
  }),
  'orders.rateMatching': (_world, shop) => ({
    body: command(shop, 'rate-again', shop.routing.orderToChoose),
  }),
  'orders.receipts': (_world, shop) => ({ params: { commandId: shop.deliveries.command }, query: ROW }),
  'orders.commandProgress': (_world, shop) => ({ params: { commandId: shop.deliveries.command } }),
  'orders.undo': (_world, shop) => ({ params: { commandId: shop.deliveries.command } }),
  'orders.amendPreview': (_world, shop) => ({
    body: { ...amended(shop), orderNumber: shop.deliveries.orders.previewed },
  }),
  'orders.closeShort': (_world, shop) => ({
    body: { orderNumber: shop.deliveries.orders.short, note: 'out of print' },
  }),
  'orders.reopen': (_world, shop) => ({ body: { orderNumber: shop.deliveries.orders.closed } }),
  'orders.amend': (_world, shop) => ({ body: amended(shop) }),
  'cut-offs.list': () => ({ by: 'operator' }),
  'cut-offs.save': () => ({
    by: 'operator',
    body: {
      carrier: 'NO-ORDERS',
      service: 'Air',
      weekdays: ['16:00', '16:00', '16:00', '16:00', '15:30', null, null],
      exceptions: [{ day: '2099-01-05', time: '12:00' }],
    },
  }),
  'cut-offs.remove': () => ({ by: 'operator', query: { carrier: 'NO-ORDERS', service: 'Parcel' } }),
  'cut-offs.saveTimes': (_world, shop) => ({
    by: 'operator',
    body: { client: shop.client, pickMinutes: 30, isSameDay: false, promisedBy: '14:00' },
  }),
  'cut-offs.today': () => ({}),
  'plan-the-day.preview': () => ({ body: DAYS }),
  'plan-the-day.apply': () => ({
    body: { commandId: randomUUID(), ...DAYS, fingerprint: NO_ORDERS },
  }),
  'plan-the-day.setMissedDayCost': () => ({ by: 'operator', body: { cost: '30.00' } }),
  'carrier-stops.list': () => ({ by: 'operator' }),
  'carrier-stops.preview': (_world, shop) => ({
    by: 'operator',
    body: { carrier: shop.routing.otherCarrier, stop: STOP },
  }),
  'carrier-stops.stop': (_world, shop) => ({
    by: 'operator',
    body: { stopId: randomUUID(), carrier: shop.routing.otherCarrier, ...STOP, reason: 'strike' },
  }),
  'carrier-stops.move': (_world, shop) => ({
    by: 'operator',
    body: { commandId: randomUUID(), carrier: shop.routing.otherCarrier },
  }),
  'carrier-stops.end': (world) => ({ by: 'operator', params: { stopId: world.stops.running } }),
  'carrier-stops.undo': (world) => ({ by: 'operator', params: { stopId: world.stops.undone } }),
  'carrier-stops.bringBackPreview': (world) => ({
    by: 'operator',
    params: { stopId: world.stops.ended },
  }),
  'carrier-stops.bringBack': (world) => ({
    by: 'operator',
    params: { stopId: world.stops.ended },
    body: { commandId: randomUUID() },
  }),
  'enquiries.deliveryEvents': (_world, shop) => ({ query: byReference(shop) }),
  'enquiries.returnEvents': (_world, shop) => ({ query: byReference(shop) }),
  'enquiries.returnsPortal': (_world, shop) => ({ query: byReference(shop) }),
  'enquiries.orderHistory': (_world, shop) => ({ body: { ...byReference(shop), ...PAGE } }),
  'enquiries.timeline': (_world, shop) => ({
    query: { orderNumber: shop.deliveries.despatchedOrder, kinds: 'parcel,carrier' },
  }),
  'enquiries.reference': (_world, shop) => ({ query: { text: shop.deliveries.trackingNumber } }),
  'stock.allocationCodes': () => ({}),
  'stock.saveAllocationCode': () => ({
    params: { code: 'OUTLET' },
    body: { title: 'Outlet', mayBePromised: true },
  }),
  'stock.removeAllocationCode': (_world, shop) => ({ params: { code: `OWN-${shop.client}` } }),
  'stock.listStock': (_world, shop) => ({ body: { sku: shop.SKU, type: 'SELLABLE', only: '' as const, ...PAGE } }),
  'stock.stockDetail': (_world, shop) => ({ body: { sku: shop.SKU, type: 'SELLABLE' } }),
  'stock.listReservations': (_world, shop) => ({
    body: { sku: shop.SKU, type: 'SELLABLE', purpose: 'promotion' as const, isLive: true, ...PAGE },
  }),
  'stock.addReservation': (_world, shop) => ({ body: { sku: shop.SKU, type: 'SELLABLE', ...RESERVED } }),
  'stock.changeReservation': (_world, shop) => ({
    params: { id: shop.deliveries.reservation },
    body: { ...RESERVED, pieces: 2, version: 1 },
  }),
  'stock.releaseReservation': (_world, shop) => ({ params: { id: shop.deliveries.reservation }, query: {} }),
  'stock.reservationHistory': (_world, shop) => ({ params: { id: shop.deliveries.reservation } }),
  'stock.importReservations': (_world, shop) => ({
    body: { rows: [{ SKU: shop.SKU, Pieces: '1', Purpose: 'promotion', Until: '2099-01-01' }] },
  }),
  'stock.serialsByOrderNumber': (_world, shop) => ({
    body: { orderNumber: shop.deliveries.despatchedOrder, ...PAGE },
  }),
  'stock.serialsBySku': (_world, shop) => ({ query: { code: shop.SKU, desc: '', isPrint: 'false', ...ROW } }),
  'parcels.list': (_world, shop) => ({
    body: { ...parcels(shop), state: ['delivered'], ...PAGE, sort: 'despatchedAt', desc: true },
  }),
  'parcels.states': (_world, shop) => ({ body: parcels(shop) }),
  'parcels.ages': (_world, shop) => ({ body: { ...parcels(shop), daysLate: 1, state: ['delivered'] } }),
  'parcels.carriers': () => ({}),
  'parcels.one': (_world, shop) => ({ query: { trackingNumber: shop.deliveries.trackingNumber } }),
  'delivery-exceptions.list': (_world, shop) => ({ body: { ...exceptions(shop), isPrint: false } }),
  'delivery-exceptions.days': (_world, shop) => ({ body: exceptions(shop) }),
  'delivery-exceptions.parcels': (_world, shop) => ({
    body: {
      ...exceptions(shop),
      Carrier: [shop.deliveries.carrier],
      Carrier_Service: `Parcel ${shop.client}`,
      reference: shop.deliveries.trackingNumber,
      ...PAGE,
      sort: 'daysLate',
      desc: true,
    },
  }),
  'feeds.despatches': (_world, shop) =>
    file(
      'orderNumber,trackingNumber,carrier,despatchedAt',
      `${shop.orderNumber},FED-${shop.client},${shop.deliveries.carrier},2026-03-02T10:00:00Z`,
    ),
  'feeds.deliveryEvents': (_world, shop) =>
    file(
      'trackingNumber,carrier,code,occurredAt',
      `${shop.deliveries.trackingNumber},${shop.deliveries.carrier},${shop.deliveries.code},2026-03-02T12:00:00Z`,
    ),
  'feeds.returns': (_world, shop) =>
    file(
      'returnReference,orderNumber,SKU,quantity,event',
      `FED-${shop.client},${shop.deliveries.despatchedOrder},${shop.SKU},1,received`,
    ),
  'feeds.skus': (_world, shop) => file('SKU,weight (g)', `${shop.SKU},350`),
  'feeds.stock': (_world, shop) => file('SKU,stockOnHand', `${shop.SKU},7`),
  'feeds.runs': () => ({ query: { ...ROW, feed: 'orders' } }),
  'feeds.takeBack': (_world, shop) => ({ params: { run: shop.deliveries.run }, body: { reason: 'Fed twice' } }),
  'feeds.eventCodes': (_world, shop) => ({
    query: { ...ROW, sort: 'carrier', desc: 'false', search: shop.deliveries.code, carrier: shop.deliveries.carrier },
  }),
  'feeds.setEventCode': (_world, shop) => ({
    by: 'operator',
    body: {
      carrier: shop.deliveries.carrier,
      code: 'NEW',
      state: 'delivered',
      reason: 'Signed for',
      description: 'Delivered',
      version: 0,
    },
  }),
  'feeds.deleteEventCode': (_world, shop) => ({
    by: 'operator',
    query: { carrier: shop.deliveries.carrier, code: shop.deliveries.code, version: '1' },
  }),
  'api-keys.list': () => ({
    query: { ...ROW, sort: 'name', desc: 'false', search: 'key', state: 'active', orphaned: 'false' },
  }),
  'api-keys.create': (_world, shop) => ({
    body: {
      name: `A key of ${shop.client}`,
      clients: [shop.client],
      feeds: ['feeds.deliveryEventsFeed'],
      expiresOn: addDays(dayOf(new Date()), 30),
    },
  }),
  'api-keys.replace': (_world, shop) => ({
    params: { id: shop.deliveries.key },
    query: { expiresOn: addDays(dayOf(new Date()), 60) },
  }),
  'api-keys.adopt': (_world, shop) => ({ params: { id: shop.deliveries.orphanedKey } }),
  'api-keys.revoke': (_world, shop) => ({ query: { id: shop.deliveries.key } }),
  'webhooks.list': (_world, shop) => ({
    query: { id: shop.deliveries.webhooks.read, ...ROW, sort: 'name', desc: 'false' },
  }),
  'webhooks.create': (_world, shop) => ({ body: webhook(shop, 'new') }),
  'webhooks.update': (_world, shop) => ({
    body: { _id: shop.deliveries.webhooks.amended, version: 1, ...webhook(shop, 'again') },
  }),
  'webhooks.remove': (_world, shop) => ({ query: { id: shop.deliveries.webhooks.removed } }),
  'webhooks.replaceSecret': (_world, shop) => ({ params: { id: shop.deliveries.webhooks.amended } }),
  'webhooks.test': (_world, shop) => ({ params: { id: shop.deliveries.webhooks.amended } }),
  'webhooks.deliveries': (_world, shop) => ({
    params: { id: shop.deliveries.webhooks.read },
    query: { ...ROW, status: 'failed', event: 'order.created' },
  }),
  'webhooks.attempts': (_world, shop) => ({
    params: { id: shop.deliveries.webhooks.read, delivery: shop.deliveries.delivery },
  }),
  'webhooks.redeliver': (_world, shop) => ({
    params: { id: shop.deliveries.webhooks.read },
    body: { deliveries: [shop.deliveries.delivery] },
  }),
}
