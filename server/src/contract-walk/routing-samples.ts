import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

const ROW = { page: '1', limit: '50' }
const charge = { baseCost: '4.50', incrementalCost: '0.25', incrementStart: 2, increment: 1 }
const singlePrice = {
  pricingMethod: 'By Parcel',
  primaryCosting: { fromParcel: 1, ...charge },
  secondaryCosting: { fromParcel: 3, ...charge },
  version: 1,
}
const matrixRow = (from: number, to: number) => ({
  chargeID: `C${from}`,
  from,
  to,
  ...charge,
  effectiveFrom: '2026-01-01',
  effectiveBetween: null,
})
const goods = (shop: Shop) => ({
  weight: 1.5,
  length: 40,
  volume: 0.02,
  categories: [shop.routing.category],
  components: [{ Code: shop.routing.box, quantity: 2 }],
})
/** As the shop's product is stored. */
const knownGoods = (shop: Shop) => ({
  weight: 2,
  length: 50,
  volume: 0.03,
  categories: [shop.routing.category],
  components: [{ Code: shop.routing.box, quantity: 2 }],
})
const serving = (shop: Shop) => ({
  carrierService: `Parcel ${shop.client}`,
  methodDescription: `By the van of ${shop.client}`,
  contracts: ['2026/1'],
  serviceTypes: ['STANDARD', 'NEXT DAY'],
  countries: ['GB'],
  regions: ['AB', 'B'],
  transitDays: 1,
})
const held = (shop: Shop) => ({
  regionList: ['AB', 'AL'],
  carrier: shop.routing.carrier,
  method: shop.routing.methods.read,
  startDate: '2026-01-05',
  endDate: '2026-12-31',
  despatch: 'Despatch',
})
const filter = (shop: Shop) => ({
  category: shop.routing.category,
  show_products_fixed: true,
  include_skus_fixed: true,
  carrier: shop.routing.carrier,
  service: `Parcel ${shop.client}`,
  method: shop.routing.methods.read,
  includes: 'a',
  regionList: ['AB'],
  startDate: '2026-01-05',
  endDate: '2026-12-31',
  customPreferenceIDs: [shop.routing.routes.amended],
  despatch: 'Despatch',
})
const activeDates = (shop: Shop) => ({
  client: shop.client,
  carrier: shop.routing.carrier,
  active: 'Y',
  activeDates: [{ from: '2026-01-05', to: '2026-12-31' }],
  version: 1,
})

const switchedOff = { change: 'active', active: 'N' }
const targetOf = (shop: Shop) => ({ client: shop.client, items: [{ key: shop.routing.otherCarrier, version: 1 }] })

/** Samples of carrier routing. Each call that changes something has its own. */
export const routingSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'carriers.list': () => ({}),
  'carriers.status': (_world, shop) => ({ params: { client: shop.client, carrier: shop.routing.carrier } }),
  'carriers.update': (_world, shop) => ({ body: activeDates(shop) }),
  'capacity.list': () => ({}),
  'all-clients.preview': (_world, shop) => ({ body: { change: switchedOff, targets: [targetOf(shop)] } }),
  'all-clients.change': (_world, shop) => ({
    body: { change: switchedOff, targets: [targetOf(shop)], onRefusal: 'others', note: 'Renewed' },
  }),
  'all-clients.undo': (_world, shop) => ({ body: { versions: [{ client: shop.client, version: 1 }] } }),
  'capacity.carrier': (_world, shop) => ({ query: { client: shop.client, carrier: shop.routing.carrier } }),
  'capacity.update': (_world, shop) => ({
    body: {
      client: shop.client,
      carrier: shop.routing.carrier,
      capacities: [
        { quantityLimit: [5, 5, 5, 5, 5, 1, 1], effectiveDate: '2026-01-05', effectiveBetween: null },
        {
          quantityLimit: [9, 9, 9, 9, 9, 1, 1],
          effectiveDate: null,
          effectiveBetween: { from: '2026-11-23', to: '2026-12-23' },
        },
      ],
      version: 1,
    },
  }),
  'capacity.clear': (_world, shop) => ({
    body: { client: shop.client, carrier: shop.routing.otherCarrier, version: 1 },
  }),
  'parcel-limits.services': () => ({}),
  'parcel-limits.all': () => ({}),
  'parcel-limits.servicesOfCarrier': (_world, shop) => ({
    params: { client: shop.client, carrier: shop.routing.carrier },
  }),
  'parcel-limits.methods': (_world, shop) => ({
    params: { serviceId: `Parcel ${shop.client}`, client: shop.client },
    query: { carrier: shop.routing.carrier },
  }),
  'parcel-limits.method': (_world, shop) => ({ params: { id: shop.routing.methods.read } }),
  'parcel-limits.update': (_world, shop) => ({
    params: { methodId: shop.routing.methods.limits },
    body: {
      parcelLimit: {
        quantityLimit: [
          { type: 'Length', MaxValue: 120 },
          { type: 'Volume', MaxValue: 0.25 },
          { type: 'NumberOfParcels', MaxValue: 6 },
          { type: 'ParcelWeight', MaxValue: 30 },
          { type: 'ConsignmentWeight', MaxValue: 120 },
        ],
      },
      version: 0,
    },
  }),
  'parcel-limits.clear': (_world, shop) => ({
    params: { methodId: shop.routing.methods.cleared },
    body: { Clear: true, version: 0 },
  }),
  'parcel-limits.packing': () => ({}),
  'parcel-limits.setPacking': () => ({ body: { packing: { weight: 15, volume: 0.08 }, version: 0 } }),
  'prices.list': () => ({}),
  'prices.costing': (_world, shop) => ({
    params: { clientMethodId: shop.routing.methods.read },
    query: { client: shop.client },
  }),
  'prices.updateSingle': (_world, shop) => ({
    params: { id: shop.routing.methods.single },
    body: singlePrice,
  }),
  'prices.updateMatrix': (_world, shop) => ({
    params: { id: shop.routing.methods.matrix },
    body: {
      pricingMethod: 'By Weight Matrix',
      primaryCosting: { fromParcel: 1, costingMatrix: [matrixRow(0, 5), matrixRow(5, 20)] },
      secondaryCosting: null,
      version: 1,
    },
  }),
  'prices.createMethod': (_world, shop) => ({
    body: {
      clientMethodID: `NEW-${shop.client}`,
      carrier: shop.routing.carrier,
      carrierName: 'Express',
      ...serving(shop),
    },
  }),
  'prices.updateMethod': (_world, shop) => ({
    params: { id: shop.routing.methods.amended },
    body: { ...serving(shop), version: 1 },
  }),
  'prices.removeMethod': (_world, shop) => ({ params: { id: shop.routing.methods.ended }, query: {} }),
  'fixed-routing.skusByRegion': (_world, shop) => ({ query: { sku: shop.SKU } }),
  'fixed-routing.skuDetails': (_world, shop) => ({ body: { skus: [shop.SKU] } }),
  'fixed-routing.regions': () => ({}),
  'fixed-routing.skusWithRegions': () => ({}),
  'fixed-routing.skus': (_world, shop) => ({ query: { code: shop.SKU, ForRegions: 'true' } }),
  'fixed-routing.categoryDetail': (_world, shop) => ({
    query: { sortedBy: 'description' },
    body: { ...filter(shop), page: 1, limit: 50 },
  }),
  'fixed-routing.exportCategoryDetail': (_world, shop) => ({ query: { sortedBy: 'code' }, body: filter(shop) }),
  'fixed-routing.add': (_world, shop) => ({
    body: { category: shop.routing.category, skus: [shop.routing.box], ...held(shop) },
  }),
  'fixed-routing.update': (_world, shop) => ({
    body: { customPreferenceList: [{ customPreferenceID: shop.routing.routes.amended, version: 1 }], ...held(shop) },
  }),
  'fixed-routing.remove': (_world, shop) => ({
    body: { customPreferenceList: [{ customPreferenceID: shop.routing.routes.removed, version: 1 }] },
  }),
  'fixed-routing.categories': () => ({}),
  'fixed-routing.services': (_world, shop) => ({ body: { carrier: shop.routing.carrier } }),
  'fixed-routing.carrierServices': () => ({}),
  'multi-box.list': () => ({}),
  'multi-box.update': (_world, shop) => ({
    body: { sameCarrier: true, skuListToAdd: [shop.routing.product], skuListToRemove: [], version: 1 },
  }),
  'multi-box.componentExceptions': () => ({}),
  'multi-box.goods': (_world, shop) => ({ query: { SKU: shop.routing.product } }),
  'multi-box.setGoods': (_world, shop) => ({
    body: { SKU: shop.routing.product, goods: goods(shop), known: knownGoods(shop) },
  }),
  'allocation.decision': (_world, shop) => ({ body: { orderNumber: shop.orderNumber } }),
  'allocation.carrierChoices': (_world, shop) => ({ body: { orderNumber: shop.routing.orderToChoose, number: 1 } }),
  'allocation.chooseCarrier': (_world, shop) => ({
    body: {
      orderNumber: shop.routing.orderToChoose,
      number: 1,
      version: 1,
      attempt: 1,
      clientMethodID: shop.routing.methods.single,
      reason: `${shop.mark} asked`,
    },
  }),
  'allocation.exceptions': (_world, shop) => ({
    query: { from: '2020-01-01', to: '2099-01-01', open: 'true', search: shop.routing.waitingOrder, ...ROW },
  }),
  'allocation.exceptionCauses': (_world, shop) => ({
    query: { from: '2020-01-01', to: '2099-01-01', search: shop.routing.waitingOrder },
  }),
  'allocation.allocateAgain': (_world, shop) => ({
    body: { orders: [{ clientCode: shop.client, orderNumber: shop.routing.waitingOrder }] },
  }),
  'allocation.passedOver': () => ({}),
  'allocation.passedOverOrders': (_world, shop) => ({
    query: { clientCode: shop.client, clientMethodID: shop.routing.methods.read, despatchDay: '2026-01-01' },
  }),
  'allocation.ratePreview': (_world, shop) => ({
    body: { orders: [{ clientCode: shop.client, orderNumber: shop.routing.orderToChoose }] },
  }),
  'allocation.rateAgain': (_world, shop) => ({
    body: {
      orders: [
        {
          clientCode: shop.client,
          orderNumber: shop.routing.orderToChoose,
          version: 1,
          methods: [shop.routing.methods.read],
          cost: '7.7777',
        },
      ],
    },
  }),
  'allocation.ruleBook': () => ({}),
  'allocation.versions': () => ({ query: ROW }),
  'allocation.version': () => ({ params: { version: '1' }, query: ROW }),
  'allocation.bringBack': () => ({ params: { version: '1' }, body: { version: 2 } }),
  'allocation.findings': () => ({}),
  'allocation.startWhatIf': (_world, shop) => ({
    body: {
      draft: { change: 'single-costing', params: { id: shop.routing.methods.read }, body: singlePrice },
      days: 7,
    },
  }),
  'allocation.whatIf': (_world, shop) => ({ params: { id: shop.routing.whatIf } }),
  'allocation.cancelWhatIf': (_world, shop) => ({ params: { id: shop.routing.whatIf } }),
  'allocation.whatIfMoves': (_world, shop) => ({
    params: { id: shop.routing.whatIf },
    body: { from: shop.routing.methods.read, to: shop.routing.methods.single, page: 1, limit: 50 },
  }),
  'allocation.whatIfMove': (_world, shop) => ({ params: { id: shop.routing.whatIf, position: '1' } }),
}
