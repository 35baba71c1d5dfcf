import { RETURN_ITEM_SAMPLES } from './returns-samples.ts'
import { INVOICE_SAMPLES, type Sample } from './specification-invoice-samples.ts'
import type { Shop } from './world.ts'

const user = (shop: Shop, username: string) => ({
  username,
  first_name: 'Grace',
  last_name: 'Hopper',
  active: true,
  phone_number: '020 7946 0000',
  power_bi_username: '',
  domain_username: '',
  lock: false,
  client: [shop.client],
  role: shop.roles.used,
})
const charge = { baseCost: '4.50', incrementalCost: '0.25', incrementStart: 2, increment: 1 }
const slots = (...values: (number | null)[]) =>
  ['ConsignmentWeight', 'Length', 'Volume', 'NumberOfParcels', 'ParcelWeight'].map((type, index) => ({
    type,
    MaxValue: values[index] ?? null,
  }))
const order = (shop: Shop, orderNo: string) => ({
  orderNo,
  customerFirstName: 'Ada',
  customerLastName: 'Lovelace',
  email: 'ada@example.com',
  phone: '',
  country: 'GB',
  addressLine1: '12 St James Square',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  postCode: 'SW1Y 4JH',
  SKU: shop.SKU,
  quantity: 1,
  totalValue: 9.99,
  dispatchService: 'STANDARD',
  date: '',
})
/** The routing filter and the category form of specification 3, as an empty form sends them. */
const emptyFilter = {
  category: '',
  show_products_fixed: false,
  include_skus_fixed: true,
  service: '',
  method: '',
  carrier: '',
  includes: '',
  startDate: '',
  endDate: '',
  regionList: [],
  despatch: 'Despatch',
  customPreferenceIDs: [],
  serviceName: '',
  methodName: '',
}
const JANUARY = { Order_Date_From: '2026-01-01', Order_Date_To: '2026-01-31' }
const exceptions = ({ client }: Shop) => ({ Client_Code: client, ...JANUARY, Show_Orders: 'undelivered' })

/**
 * What a caller sends who knows only the specification: its field names, without optional fields. In the order in which they
 * are sent; a call may have several samples.
 */
export const SPECIFICATION_SAMPLES: readonly (readonly [call: string, sample: Sample])[] = [
  [
    'GET /api/activeDates/carrier/status/{client}/{carrier}',
    (_, { client, routing: { carrier } }) => ({ params: { client, carrier } }),
  ],
  ['GET /api/activeDates/carrier/list', {}],
  [
    'PUT /api/activeDates/carrier/status/update',
    (_, { client, routing: { carrier } }) => ({ body: { client, carrier, active: 'Y' } }),
  ],
  ['GET /api/capacity/setup/list', {}],
  ['GET /api/capacity/setup/carrier', (_, { client, routing: { carrier } }) => ({ query: { client, carrier } })],
  [
    'PUT /api/capacity/setup/carrier',
    (_, { client, routing: { carrier } }) => ({ body: { client, carrier, quantityLimit: [5, 5, 5, 5, 5, 1, 1] } }),
  ],
  ['PUT /api/capacity/setup/carrier/clear', (_, { client, routing: { carrier } }) => ({ body: { client, carrier } })],
  ['GET /api/carrier/parcel/limits/services', {}],
  [
    'GET /api/carrier/parcel/limits/services/{client}/carrier/{carrier}',
    (_, { client, routing: { carrier } }) => ({ params: { client, carrier } }),
  ],
  [
    'GET /api/carrier/parcel/limits/service/{serviceId}/client/{client}',
    (_, { client, routing: { carrier } }) => ({
      params: { serviceId: `Parcel ${client}`, client },
      query: { carrier },
    }),
  ],
  ['GET /api/carrier/parcel/limits/method/{id}', (_, { routing }) => ({ params: { id: routing.methods.read } })],
  [
    'PUT /api/carrier/parcel/limits/method/{methodId}',
    (_, { routing }) => ({
      params: { methodId: routing.methods.limits },
      body: { parcelLimit: { quantityLimit: slots(100, 120, 0.2) } },
    }),
  ],
  [
    'PUT /api/carrier/parcel/limits/method/clear/{methodId}',
    (_, { routing }) => ({ params: { methodId: routing.methods.limits }, body: { Clear: true } }),
  ],
  ['GET /api/carrier/prices/costings', {}],
  [
    'GET /api/carrier/prices/costing/{clientMethodId}',
    (_, { client, routing }) => ({ params: { clientMethodId: routing.methods.read }, query: { client } }),
  ],
  [
    'PUT /api/carrier/prices/costing/single/{id}',
    (_, { routing }) => ({
      params: { id: routing.methods.single },
      body: { pricingMethod: 'By Parcel', primaryCosting: { fromParcel: 1, ...charge } },
    }),
  ],
  [
    'PUT /api/carrier/prices/costing/matrix/{id}',
    (_, { routing }) => ({
      params: { id: routing.methods.matrix },
      body: {
        pricingMethod: 'By Weight Matrix',
        primaryCosting: {
          fromParcel: 1,
          costingMatrix: [{ from: 0, to: null, ...charge, effectiveFrom: '2026-01-01' }],
        },
      },
    }),
  ],
  ['POST /api/carrier/delivery/exceptions', (_, shop) => ({ body: exceptions(shop) })],
  ['POST /api/carrier/delivery/exceptions', (_, shop) => ({ body: { ...exceptions(shop), isPrint: 'true' } })],
  ['POST /api/carrier/delivery/exceptions', (_, shop) => ({ body: exceptions(shop), query: { isPrint: 'true' } })],
  ['GET /api/exception/history/orders', { query: { from: '2026-01-01', to: '2026-01-31' } }],
  ...RETURN_ITEM_SAMPLES,
  ['GET /api/multibox', {}],
  [
    'POST /api/multibox',
    (_, { routing }) => ({ body: { sameCarrier: true, skuListToAdd: [routing.product], skuListToRemove: [] } }),
  ],
  ['GET /api/multibox/component/exceptions', {}],
  ['GET /api/productFixedRoutingByRegion/sku/list', {}],
  ['GET /api/productFixedRoutingByRegion/sku/list', (_, { SKU }) => ({ query: { sku: SKU } })],
  ['POST /api/productFixedRoutingByRegion/getSkuDetailsv2', (_, { SKU }) => ({ body: { skus: [SKU] } })],
  ['GET /api/productFixedRoutingByRegion/getAllRegions', {}],
  ['GET /api/productFixedRoutingByRegion/getSkusWithRegionsv2', {}],
  ['GET /api/productFixedRouting/sku/list/v2', (_, { SKU }) => ({ query: { code: SKU, ForRegions: 'true' } })],
  ['POST /api/productFixedRouting/categoryDetail/v2', { query: { sortedBy: 'description' }, body: emptyFilter }],
  ['POST /api/productFixedRouting/categoryDetail/export/v2', { query: { sortedBy: 'code' }, body: emptyFilter }],
  [
    'POST /api/productFixedRouting/categoryDetails/v2',
    (_, { routing }) => ({
      body: {
        category: routing.category,
        skus: [routing.box],
        regionList: [],
        carrier: routing.carrier,
        method: null,
        startDate: '',
        endDate: '',
        despatch: 'Despatch',
      },
    }),
  ],
  [
    'PUT /api/productFixedRouting/categoryDetail/v2',
    (_, { routing }) => ({ body: { customPreferenceList: [routing.routes.amended], regionList: ['AB', 'AL', 'B'] } }),
  ],
  [
    'DELETE /api/productFixedRouting/deleteCategoryDetails/v2',
    (_, { routing }) => ({ body: { customPreferenceList: [routing.routes.removed] } }),
  ],
  ['GET /api/productFixedRouting/categories', {}],
  ['POST /api/productFixedRouting/services', { body: {} }],
  ['POST /api/productFixedRouting/services', (_, { routing }) => ({ body: { carrier: routing.carrier } })],
  ['GET /api/productFixedRouting/carrier/services', {}],
  ['POST /api/orders/create', (_, shop) => ({ body: order(shop, 'SPEC-1') })],
  ['POST /api/orders/create', (_, shop) => ({ body: { ...order(shop, 'SPEC-2'), totalValue: undefined } })],
  ['POST /api/orders/items', { body: { orderNumber: 'SPEC-1' } }],
  ['POST /api/orders/nextcustRef', {}],
  ['POST /api/orders', { body: {} }],
  ['POST /api/orders', { body: { limit: 999_999 } }],
  ['POST /api/orders/release', { body: { orderNumber: 'SPEC-1' } }],
  ['POST /api/orders/suspend', { body: { orders: [{ orderNumber: 'SPEC-1' }] } }],
  ['POST /api/orders/amend', (_, shop) => ({ body: { ...order(shop, 'SPEC-1'), quantity: 3 } })],
  ['POST /api/orders/amend', { body: { orderNo: 'SPEC-1', addressLine2: 'The back door' } }],
  ['POST /api/orders/cancel', { body: { orders: [{ orderNumber: 'SPEC-2' }] } }],
  ['POST /api/orders/clients/params/get', (_, { client }) => ({ body: { clientCode: client } })],
  [
    'POST /api/orders/clients/params/set',
    (_, { client }) => ({ by: 'operator', body: { clientCode: client, params: { newOrderLine: true } } }),
  ],
  ['POST /api/orders/address/lookup', { body: { country: 'GB', postcode: 'SW1Y 4JH' } }],
  ['POST /api/orders/address/details', ({ addressId }) => ({ body: { id: addressId } })],
  ['POST /api/orders/consolidated', { body: { orderRef: 'SPEC-1', dateFrom: '', dateTo: '', email: '' } }],
  ['POST /api/orders/search-order-by-order-number', { body: { orderNumber: 'SPEC-1' } }],
  ['GET /api/enquiries/order', { query: { customerReference: 'SPEC-1' } }],
  ['GET /api/enquiries/deliveryevent', { query: { customerReference: 'SPEC-1' } }],
  ['GET /api/enquiries/returns/events', { query: { customerReference: 'SPEC-1' } }],
  ['GET /api/enquiries/returns/portal', { query: { customerReference: 'SPEC-1' } }],
  ['POST /api/enquiries/orderhistory', { body: { customerReference: 'SPEC-1' } }],
  ['POST /api/sku/search-sku', { body: {} }],
  ['GET /api/sku/serial-details-by-sku', (_, { SKU }) => ({ query: { code: SKU, desc: '', isPrint: 'false' } })],
  ['POST /api/sku/serial-details-by-order-number', { body: { orderNumber: 'SPEC-1' } }],
  ['GET /api/clients', { query: { page: '1', limit: '10' } }],
  ['GET /api/clients', { query: { page: '1', limit: '999999' } }],
  [
    'POST /api/clients',
    {
      by: 'operator',
      body: { code: 'SPECIFIED', name: 'A shop', description: '', active: true, children: [], currencyCode: 'GBP' },
    },
  ],
  [
    'PUT /api/clients',
    {
      by: 'operator',
      body: {
        _id: 'SPECIFIED',
        code: 'SPECIFIED',
        name: 'Another shop',
        description: '',
        active: true,
        children: [{ childCode: 'OUTLET', childActive: true }],
        currencyCode: 'GBP',
      },
    },
  ],
  ['DELETE /api/clients', { by: 'operator', query: { id: 'SPECIFIED' } }],
  ['GET /api/roles', {}],
  ['GET /api/roles', { query: { page: '1', limit: '10' } }],
  ['GET /api/roles', (_, { roles }) => ({ query: { ids: `${roles.used},${roles.other}` } })],
  ['GET /api/roles/types', {}],
  ['POST /api/roles/exist', (_, { client }) => ({ body: { code: 'nobody', name: 'Nobody', client } })],
  [
    'POST /api/roles',
    (_, { client }) => ({
      body: {
        code: 'specified',
        name: 'Specified',
        client,
        active: true,
        isIForce: false,
        isAdministrator: false,
        permissions: { orderManagement: { createNewOrder: { Enable: true } } },
      },
    }),
  ],
  [
    'PUT /api/roles',
    (_, { client, roles }) => ({
      body: {
        _id: roles.other,
        code: 'specified-too',
        name: 'Specified too',
        client,
        active: true,
        isIForce: false,
        isAdministrator: false,
        iforce_user: false,
      },
    }),
  ],
  ['DELETE /api/roles', (_, { roles }) => ({ query: { ids: roles.unused } })],
  ['GET /api/users', {}],
  ['GET /api/users', { query: { limit: '999999' } }],
  ['GET /api/users/all', {}],
  ['GET /api/users/islogin', {}],
  ['GET /api/users/deletemultiple', {}],
  ['GET /api/users/activate', {}],
  ['GET /api/users/get-version', {}],
  ['GET /api/useractivity', {}],
  ['GET /api/users/exist', { query: { username: 'nobody' } }],
  ['POST /api/users', (_, shop) => ({ body: { ...user(shop, 'grace'), password: 'a pair of brown boots' } })],
  [
    'PUT /api/users',
    (_, shop) => ({
      body: {
        _id: shop.people.colleague,
        ...user(shop, 'grace.two'),
        access_token: '',
        created_on: '2026-01-01T00:00:00.000Z',
        last_login: null,
        is_login: false,
      },
    }),
  ],
  ['POST /api/users/activate', (_, { waitingName }) => ({ body: { users: { usernames: [waitingName] } } })],
  ['POST /api/users/roleupdate', (_, { people, roles }) => ({ body: { ids: [people.mover], role: roles.other } })],
  [
    'POST /api/users/import',
    (_, { client }) => ({
      contentType: 'multipart/form-data; boundary=edge',
      body: `--edge\r\nContent-Disposition: form-data; name="file"; filename="users.csv"\r\nContent-Type: text/csv\r\n\r\nusername,first_name,last_name,role,client,email\r\nspecified.fed,Ada,Lovelace,${client.toLowerCase()}-used,${client},ada@example.com\r\n\r\n--edge--\r\n`,
    }),
  ],
  ['DELETE /api/users', (_, { people }) => ({ query: { ids: people.leaver } })],
  ...INVOICE_SAMPLES,
]
