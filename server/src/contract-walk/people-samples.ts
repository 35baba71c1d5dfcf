import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

const page = { page: '1', limit: '50' }
const userPage = { ...page, search: 'a', sort: 'username', desc: 'false', active: 'true', lock: 'false' }
const person = (shop: Shop) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone_number: '020 7946 0000',
  power_bi_username: '',
  domain_username: 'despatch-ada',
  active: true,
  lock: false,
  client: [shop.client],
  role: shop.roles.used,
})
const roleFields = (shop: Shop) => ({
  client: shop.client,
  type: 'Client User',
  active: true,
  mfaRequired: false,
  sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
  // Missing entries are false.
  permissions: { orderManagement: { createNewOrder: { Enable: true, 'Read Only': true, Edit: true } } },
})
const CALENDAR = {
  holidays: 'GB-ENG',
  closed: [{ from: '2026-12-29', to: '2026-12-31', name: 'Stocktaking' }],
  worked: ['2026-12-28'],
}
const clientFields = {
  name: 'A shop',
  description: 'Sells things',
  active: true,
  children: [{ childCode: 'OUTLET', childActive: true }],
  currencyCode: 'GBP',
  mfaRequired: false,
  calendar: CALENDAR,
}
const FLAGS = { orderReturnsEnquiry: true, parcelDeliveryStatus: true, newOrderLine: true, orderLineValue: true }
const SETTINGS = { showCosts: true, showCapacities: true, showOtherMethods: true, showStaffNames: true }
const RUN = '0190a0c0-0000-7000-8000-000000000001'

/** A form with one file, as a browser sends it. */
function form(text: string): Input {
  const head = 'Content-Disposition: form-data; name="file"; filename="users.csv"\r\nContent-Type: text/csv'
  return {
    contentType: 'multipart/form-data; boundary=edge',
    body: `--edge\r\n${head}\r\n\r\n${text}\r\n--edge--\r\n`,
  }
}

/** Samples of users, roles, clients and activity. Each call that changes a user has its own. */
export const peopleSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'users.list': (_world, shop) => ({ query: { ...userPage, role: shop.roles.used, client: shop.client } }),
  'users.all': (_world, shop) => ({
    query: { search: 'a', role: shop.roles.used, client: shop.client, active: 'true' },
  }),
  'users.create': (_world, shop) => ({
    body: { ...person(shop), username: `${shop.client.toLowerCase()}.new`, password: 'a pair of brown boots' },
  }),
  'users.update': (_world, shop) => ({
    body: {
      ...person(shop),
      _id: shop.people.colleague,
      version: 1,
      username: `${shop.client.toLowerCase()}.colleague`,
      password: 'a pair of black boots',
      resetSecondFactor: true,
    },
  }),
  'users.remove': (_world, shop) => ({ query: { id: shop.people.leaver } }),
  'users.exist': (_world, shop) => ({ query: { username: `${shop.client.toLowerCase()}.colleague` } }),
  'users.loginStatus': () => ({ query: { ...page, search: 'a', sort: 'since', desc: 'true' } }),
  'users.signInBlocks': () => ({}),
  'users.clearSignInBlocks': (_world, shop) => ({ query: { user: shop.people.colleague } }),
  'users.activatable': (_world, shop) => ({ query: { ...userPage, role: shop.roles.used, active: 'false' } }),
  'users.activate': (_world, shop) => ({ body: { users: { usernames: [shop.waitingName] } } }),
  'users.deletable': (_world, shop) => ({ query: { ...userPage, role: shop.roles.used } }),
  'users.giveRole': (_world, shop) => ({ body: { ids: [shop.people.mover], role: shop.roles.other } }),
  'users.import': (_world, shop) => {
    const row = `${shop.client.toLowerCase()}.fed,Ada,Lovelace,${shop.client.toLowerCase()}-used,${shop.client},ada@example.com`
    return {
      query: { mode: 'check', run: RUN },
      ...form(`username,first_name,last_name,role,client,email\r\n${row}\r\n`),
    }
  },
  'users.importProgress': () => ({ query: { run: RUN } }),
  'users.version': () => ({}),
  'roles.list': (_world, shop) => ({
    query: {
      ...page,
      sort: 'code',
      desc: 'false',
      search: 'a',
      type: 'Client User',
      active: 'true',
      client: shop.client,
    },
  }),
  'roles.create': (_world, shop) => ({
    body: { ...roleFields(shop), code: `${shop.client.toLowerCase()}-new`, name: 'A new role' },
  }),
  'roles.update': (_world, shop) => ({
    body: {
      ...roleFields(shop),
      _id: shop.roles.other,
      // Moving it to its client was a change already.
      version: 2,
      code: `${shop.client.toLowerCase()}-other`,
      name: 'Another role',
    },
  }),
  'roles.remove': (_world, shop) => ({ query: { id: shop.roles.unused } }),
  'roles.types': () => ({}),
  'roles.exist': (_world, shop) => ({
    body: { code: `${shop.client.toLowerCase()}-used`, name: 'A role', client: shop.client },
  }),
  'jobs.list': () => ({ by: 'operator' }),
  'jobs.run': () => ({ by: 'operator', params: { name: 'expire-returns' } }),
  'clients.list': () => ({ query: { ...page, sort: 'code', desc: 'false', search: 'a', active: 'true' } }),
  'clients.create': () => ({ by: 'operator', body: { ...clientFields, code: 'NEWSHOP' } }),
  'clients.update': (_world, shop) => ({
    by: 'operator',
    body: { ...clientFields, _id: shop.client, version: 1, name: `${shop.mark} Ltd` },
  }),
  'clients.remove': () => ({ by: 'operator', query: { id: 'EMPTY' } }),
  'clients.calendarPreview': () => ({ body: { calendar: CALENDAR } }),
  'clients.daysOff': () => ({}),
  'clients.menuOptions': (_world, shop) => ({ query: { client: shop.client } }),
  'clients.setMenuOptions': (_world, shop) => ({
    by: 'operator',
    body: {
      client: shop.client,
      // Changed twice by then: the client itself, and its flags.
      version: 3,
      covered: ['orderManagement.createNewOrder'],
      switchedOff: [{ entry: 'orderManagement.viewNewOrders', reason: 'Stocktaking' }],
    },
  }),
  'clients.params': (_world, shop) => ({ body: { clientCode: shop.client } }),
  'clients.setParams': (_world, shop) => ({ by: 'operator', body: { clientCode: shop.client, params: FLAGS } }),
  'clients.settings': (_world, shop) => ({ query: { client: shop.client } }),
  'clients.setSettings': (_world, shop) => ({
    by: 'operator',
    body: { client: shop.client, version: 1, settings: SETTINGS },
  }),
  'activity.list': (_world, shop) => ({
    query: {
      ...page,
      user: 'a',
      client: shop.client,
      kind: 'user',
      dateFrom: '2020-01-01',
      dateTo: '2099-01-01',
      before: `${shop.client}:1`,
    },
  }),
  'activity.history': (_world, shop) => ({ query: { ...page, of: 'user', id: shop.people.colleague } }),
}

/** Samples of personal data. */
const personSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'personal-data.find': (_world, shop) => ({ body: { search: shop.orderNumber } }),
  'personal-data.preview': (_world, shop) => ({ body: { orders: [erasedOf(shop)] } }),
  'personal-data.export': (_world, shop) => ({ body: { orders: [erasedOf(shop)], format: 'csv' } }),
  'personal-data.erase': (_world, shop) => ({
    body: { orders: [erasedOf(shop)], requestReference: 'DSR-1', reason: 'request' },
  }),
  'personal-data.erasures': () => ({ query: page }),
  'personal-data.exportErasures': () => ({}),
}
const erasedOf = (shop: Shop) => ({ clientCode: shop.client, orderNumber: shop.deliveries.orders.erased })

export const noteSamples: Record<string, (world: World, shop: Shop) => Input> = {
  ...personSamples,
  'session.notices': () => ({}),
  'session.readNotices': () => ({ body: { upTo: '1' } }),
  'orders.notes': (_world, shop) => ({ body: { orderNumber: shop.orderNumber } }),
  'orders.addNote': (_world, shop) => ({
    body: { orderNumber: shop.orderNumber, note: 'Rings twice', isInternal: false },
  }),
  'orders.deleteNote': (_world, shop) => ({ body: { orderNumber: shop.orderNumber, noteId: shop.noteId } }),
  'orders.tagNames': () => ({ body: { search: 'a' } }),
  'orders.tag': (_world, shop) => ({
    body: { orders: [{ clientCode: shop.client, orderNumber: shop.orderNumber }], add: ['Gift'], remove: ['Late'] },
  }),
  'orders.colleagues': () => ({}),
  'orders.assign': (_world, shop) => ({
    body: {
      orders: [{ clientCode: shop.client, orderNumber: shop.orderNumber }],
      userId: String(shop.as.userId),
    },
  }),
}
