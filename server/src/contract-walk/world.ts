import { makeClient, makeRole, makeSession, makeSku, makeUser } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { openTestPortal, type Answer, type SignedIn, type TestPortal } from '../testing/test-portal.ts'
import type { Route } from '@despatch/contract/route/route'
import { contract } from '@despatch/contract/contract'
import type { Input } from './calls.ts'
import { openAnnounced, type ShopAnnounced } from './world-announced.ts'
import { openClaims, type ShopClaims } from './world-claims.ts'
import { openDeliveries, type ShopDeliveries } from './world-deliveries.ts'
import { makeExport, makeSubscription, openNotes } from './world-exports.ts'
import { openInvoices, type ShopInvoices } from './world-invoices.ts'
import { openReturns, type ShopReturns } from './world-returns.ts'
import { openRouting, openStops, orderToChoose, type ShopRouting, type Stops, waitingOrder } from './world-routing.ts'

/** `mark` is in every text of a shop except its keys: an answer with another shop's mark has leaked. */
export type Shop = {
  client: string
  mark: string
  SKU: string
  orderNumber: string
  mapping: string
  as: SignedIn & { userId: number }
  /** Users of the shop, each for calls of one kind: ids. */
  people: Record<'colleague' | 'leaver' | 'waiting' | 'mover', string>
  /** The username of a user who is not activated yet. */
  waitingName: string
  /** Roles of the client's own: ids. */
  roles: Record<'used' | 'other' | 'unused', string>
  view: string
  returns: ShopReturns
  announced: ShopAnnounced
  routing: ShopRouting
  deliveries: ShopDeliveries
  invoices: ShopInvoices
  claims: ShopClaims
  /** An export that its user requested. */
  exportId: string
  subscriptionId: number
  /** A note of its order, by its user. */
  noteId: string
}

export type World = {
  portal: TestPortal
  /** The caller's own client. */
  ours: Shop
  /** A client that is none of the caller's. */
  theirs: Shop
  /** An internal administrator. */
  operator: SignedIn & { userId: number }
  stops: Stops
  addressId: string
  send(route: Route, input: Input, headers?: Record<string, string>): Promise<Answer<Record<string, unknown>>>
  /** How many rows each table has. */
  rowCounts(): Promise<Record<string, number>>
}

/** A portal with two clients that have an order, a SKU and a column mapping each, and an address. */
export async function openWorld(options: Parameters<typeof openTestPortal>[0] = {}): Promise<World> {
  const portal = await openTestPortal(options)
  // A client without any data, which can be deleted.
  await makeClient(portal.testDatabase, { code: 'EMPTY' })
  const [address] = await portal.testDatabase.asOwner(
    "insert into addresses (country, postcode, address_line_1) values ('GB', 'SW1Y 4JH', '12 St James Square') returning address_id",
  )
  const operator = await makeSession(portal.testDatabase, { clients: [], type: 'Internal Administrator' })
  return {
    portal,
    ours: await openShop(portal, 'OURS', 'Kingfisher'),
    theirs: await openShop(portal, 'THEIRS', 'Nightingale'),
    operator,
    stops: await openStops(portal.testDatabase, operator.userId),
    addressId: String(address?.['address_id']),
    send: (route, input, headers = {}) => send(portal, route, input, headers),
    rowCounts: () => rowCounts(portal),
  }
}

/** A client with data of its own, and a session of a user with all rights for it. */
export async function openShop(portal: TestPortal, code: string, mark: string): Promise<Shop> {
  const on = portal.testDatabase
  const client = await makeClient(on, { code, name: `${mark} Ltd` })
  const as = await makeSession(on, { clients: [client], username: `${mark.toLowerCase()}.user` })
  const SKU = await makeSku(on, { client, code: `SKU-${code}`, description: `${mark} mug` })
  const routing = await openRouting(on, { client, mark, SKU })
  const body = orderBody({
    SKU,
    orderNo: `${code}-1`,
    customerLastName: mark,
    email: `${mark.toLowerCase()}@example.com`,
  })
  const created = await portal.call(contract.orders.create, { body }, as)
  if (created.status !== 200) throw new Error(`The order of the shop was refused: ${JSON.stringify(created.body)}`)
  const mapping = `mapping-${code.toLowerCase()}`
  await on.asOwner(`insert into column_mappings (client_code, feed, name, mapping) values ($1, 'orders', $2, $3)`, [
    client,
    mapping,
    JSON.stringify({
      columns: { orderNumber: mark, SKU: 'b', quantity: 'c' },
      values: {},
      leaveOut: [],
      timeZone: 'Europe/London',
      encoding: 'utf-8',
    }),
  ])
  const deliveries = await openDeliveries(portal, { client, mark, SKU, as })
  return {
    client,
    mark,
    SKU,
    orderNumber: body.orderNo,
    mapping,
    as,
    deliveries,
    announced: await openAnnounced(portal, { client, mark, as, orderNumber: deliveries.despatchedOrder, SKU }),
    exportId: await makeExport(on, { client, userId: as.userId, mark }),
    subscriptionId: await makeSubscription(on, { client, userId: as.userId, mark }),
    noteId: await openNotes(on, { client, mark, orderNumber: body.orderNo, userId: as.userId }),
    invoices: await openInvoices(on, { client, mark, carrier: deliveries.carrier, userId: as.userId }),
    claims: await openClaims(on, { client, mark, SKU }),
    returns: await openReturns(on, client, mark),
    routing: {
      ...routing,
      waitingOrder: await waitingOrder(portal, as, { SKU, mark, code }),
      orderToChoose: await orderToChoose(portal, as, { SKU, mark, code }),
    },
    ...(await openOffice(portal, client, mark, as.userId)),
  }
}

/** The people of a shop, their roles, and a saved view. */
async function openOffice(portal: TestPortal, client: string, mark: string, userId: number) {
  const on = portal.testDatabase
  const role = async (code: string) => {
    const id = await makeRole(on, { holds: (leaf) => leaf === 'orderManagement.createNewOrder' })
    await on.asOwner('update roles set code = $1, name = $2, client_code = $3 where role_id = $4', [
      `${client.toLowerCase()}-${code}`,
      `${mark} ${code}`,
      client,
      id,
    ])
    return id
  }
  const [used, other, unused] = [await role('used'), await role('other'), await role('unused')]
  const person = async (name: string) => {
    const { id } = await makeUser(on, { username: `${client.toLowerCase()}.${name}`, clients: [client], roleId: used })
    await on.asOwner('update users set last_name = $1 where user_id = $2', [mark, id])
    return String(id)
  }
  const people = {
    colleague: await person('colleague'),
    leaver: await person('leaver'),
    waiting: await person('waiting'),
    mover: await person('mover'),
  }
  await on.asOwner('update users set active = false where user_id = $1', [people.waiting])
  const [view] = await on.asOwner(
    `insert into saved_views (user_id, table_name, name, search, layout) values ($1, 'orders', $2, '', $3) returning view_id`,
    [userId, `${mark} view`, JSON.stringify({ columnVisibility: {}, columnOrder: [], columnSizing: {} })],
  )
  return {
    people,
    waitingName: `${client.toLowerCase()}.waiting`,
    roles: { used: String(used), other: String(other), unused: String(unused) },
    view: String(view?.['view_id']),
  }
}

async function send(portal: TestPortal, route: Route, input: Input, headers: Record<string, string>) {
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const query = input.query ? `?${new URLSearchParams(input.query).toString()}` : ''
  const { contentType, body } = input
  return portal.request(route.method, path + query, {
    ...(route.method !== 'GET' && { body }),
    headers: { ...(contentType && { 'content-type': contentType }), ...headers },
  })
}

async function rowCounts(portal: TestPortal): Promise<Record<string, number>> {
  const tables = await portal.testDatabase.asOwner(
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
  )
  const counts = tables.map(({ relname }) => `'${String(relname)}', (select count(*) from ${String(relname)})`)
  // A function takes at most a hundred arguments.
  const parts: string[] = []
  for (let from = 0; from < counts.length; from += 40)
    parts.push(`jsonb_build_object(${counts.slice(from, from + 40).join(', ')})`)
  const [row] = await portal.testDatabase.asOwner(`select ${parts.join(' || ')} as counts`)
  return row?.['counts'] as Record<string, number>
}
