import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import { conflictText } from '@despatch/domain/routing/allocation/text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { carrierItem, heldItem, makeRuleBook, methodItem } from '../testing/rule-books.ts'
import { calls, type Input } from './calls.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'
import { waitingOrder } from './world-routing.ts'

const STAFF = 'zebedee.staffmark'
const SHOWS_ALL = { showCosts: true, showCapacities: true, showOtherMethods: true, showStaffNames: true }
/** Values in the data that no answer may contain for users who may not see them. */
const MARKS = {
  costs: /7\.7777|77777|7\.78|77800/,
  capacities: /8,?642/,
  otherMethods: /"ruleBookVersion"|closest match|rule book \d|goshawk/i,
  staffNames: /zebedee|staffmark/i,
} as const
/** A carrier that takes nothing. Users who may not see other methods must not read its name or its codes. */
const WHY =
  'Closest match: U.K. Goshawk Next Day – U.K. Goshawk is not active; Tue 24 Nov: 8,640 of 8,642 parcels taken, 5 more do not fit; No price for 19.8 kg on Tue 24 Nov: its bands end at £7.7777'
const HOLD = { carrier: 'GOSHAWK', clientMethodID: 'GOSHAWK-1', customPreferenceIDs: ['GOSHAWK-ROUTE'] }
const CONFLICT = { product: 'SOFA', holds: [HOLD, { ...HOLD, carrier: 'OTHER' }] }

let world: World
/** An order whose boxes fixed routing holds to two carriers. */
let conflicting: string
beforeAll(async () => {
  world = await openWorld()
  const on = world.portal.testDatabase
  await makeSession(on, { clients: [], type: 'Internal User', username: STAFF })
  for (const [table, column] of [
    ['order_history', 'by_name'],
    ['consignments', 'by_name'],
    ['rule_books', 'by_name'],
    ['audit', 'by_name'],
    ['orders', 'created_by'],
    ['api_keys', 'created_by'],
    ['webhooks', 'created_by'],
    ['carrier_event_codes', 'changed_by'],
  ])
    await on.asOwner(`update ${table} set ${column} = $1`, [STAFF])
  await on.asOwner(
    `update consignments set why = $1, consignment = jsonb_set(consignment, '{heldTo}', $2) where client_method_id is null`,
    [WHY, JSON.stringify(HOLD)],
  )
  conflicting = await waitingOrder(world.portal, world.ours.as, { ...world.ours, code: 'CONFLICT' })
  await on.asOwner(
    `update consignments set why = $1, conflict = $2, consignment = jsonb_set(consignment, '{parcels}', '[]') where order_number = $3`,
    [conflictText({ product: 'SOFA', holds: CONFLICT.holds }), JSON.stringify(CONFLICT), conflicting],
  )
  await on.asOwner('update order_receipts set message = $1', [
    `Order has been released, but no carrier is available yet. ${WHY}.`,
  ])
  await on.asOwner(
    `insert into audit (client_code, at, by_name, act, object, before, after, request_id) values
       ($1, now(), $2, 'rule-book.changed', 'Price of it: rule book 12', '{"method X": {"baseCost": 77777}}', '{"carrier": 8642}', ''),
       ($1, now(), 'kingfisher.user', 'session.ended', 'session', null, $3, '')`,
    [world.ours.client, STAFF, JSON.stringify({ by: STAFF })],
  )
})
afterAll(() => world.portal.close())

const show = (settings: object) =>
  world.portal.testDatabase.asOwner('update client_settings set settings = $1', [JSON.stringify(settings)])

/** Some calls end what others need: they come last. */
const LAST = new Set(['session.signOut', 'clients.setMenuOptions', 'clients.setSettings'])
const ordered = calls.toSorted((one, other) => Number(LAST.has(one.name)) - Number(LAST.has(other.name)))

/** Further inputs of a call: an order with a carrier, and two without one for different reasons. */
function inputsOf(name: string): Input[] {
  const { ours } = world
  const orders = [ours.orderNumber, ours.routing.waitingOrder, conflicting]
  if (name === 'allocation.decision') return orders.map((orderNumber) => ({ body: { orderNumber } }))
  if (name === 'enquiries.timeline') return orders.map((orderNumber) => ({ query: { orderNumber } }))
  if (name === 'activity.list') return [{ query: {} }]
  if (name === 'enquiries.orderHistory') return orders.map((customerReference) => ({ body: { customerReference } }))
  if (name === 'orders.list') return [{ body: {} }]
  return []
}

async function textOf(name: string, route: Route): Promise<string> {
  const { ours } = world
  const headers = { access_token: ours.as.token, client: ours.client }
  const texts = []
  for (const input of [sampleOf(world, name), ...inputsOf(name)]) {
    const { status, body } = await world.send(route, input, headers)
    expect(status).not.toBe(500)
    // A timestamp may end in '07.788Z', which looks like a cost.
    texts.push(JSON.stringify(body).replaceAll(/T\d\d:\d\d:\d\d\.\d+Z/g, ''))
  }
  return texts.join('\n')
}

test('if a client’s users see everything, the walk meets every mark', async () => {
  const met = new Map<string, string[]>()
  const goshawk: string[] = []
  for (const { name, route } of calls.filter((call) => !call.route.audited && !LAST.has(call.name))) {
    const text = await textOf(name, route)
    if (/goshawk/i.test(text)) goshawk.push(name)
    for (const [key, mark] of Object.entries(MARKS)) if (mark.test(text)) met.set(key, [...(met.get(key) ?? []), name])
  }
  expect(met.get('costs')).toEqual(
    expect.arrayContaining(['allocation.decision', 'enquiries.timeline', 'prices.costing', 'allocation.whatIfMove']),
  )
  expect(met.get('capacities')).toEqual(expect.arrayContaining(['allocation.exceptions', 'capacity.list']))
  expect(met.get('otherMethods')).toEqual(
    expect.arrayContaining(['orders.list', 'orders.receipts', 'allocation.exceptions']),
  )
  expect(goshawk).toEqual(
    expect.arrayContaining([
      'allocation.decision',
      'allocation.exceptions',
      'enquiries.timeline',
      'orders.list',
      'orders.receipts',
    ]),
  )
  expect(met.get('staffNames')).toEqual(
    expect.arrayContaining(['activity.list', 'enquiries.orderHistory', 'orders.searchByOrderNumber', 'webhooks.list']),
  )
})

describe('by default no call shows a client’s user costs, capacities, other methods or staff names', () => {
  beforeAll(() => show({}))

  test.each(ordered.map(({ name, route }) => [name, route] as const))('%s', async (name, route) => {
    const text = await textOf(name, route)
    for (const [key, mark] of Object.entries(MARKS)) expect(text, key).not.toMatch(mark)
  })
})

describe('each setting shows what it stands for', () => {
  test.each([
    ['showCosts', 'costs'],
    ['showCapacities', 'capacities'],
    ['showStaffNames', 'staffNames'],
  ] as const)('%s', async (setting, key) => {
    await show({ [setting]: true })
    const { ours } = world
    const as = await makeSession(world.portal.testDatabase, { clients: [ours.client] })
    const { body } = await world.portal.call(
      contract.allocation.decision,
      { body: { orderNumber: ours.orderNumber } },
      { token: as.token, client: ours.client },
    )
    const [first] = body.consignments
    expect(first?.decided.candidates).toHaveLength(1)
    const text = JSON.stringify(body)
    for (const [other, mark] of Object.entries(MARKS))
      expect({ [other]: mark.test(text) }).toEqual({ [other]: other === key })
  })

  test('showOtherMethods shows every candidate, without money and capacities', async () => {
    await show({ showOtherMethods: true })
    const { ours } = world
    const as = await makeSession(world.portal.testDatabase, { clients: [ours.client] })
    const { body } = await world.portal.call(
      contract.allocation.decision,
      { body: { orderNumber: ours.orderNumber } },
      { token: as.token, client: ours.client },
    )
    expect(body.consignments[0]?.decided.candidates.length).toBeGreaterThan(1)
    const text = JSON.stringify(body)
    expect(text).not.toMatch(MARKS.costs)
    expect(text).not.toMatch(MARKS.capacities)
    expect(text).toContain('"ruleBookVersion"')
  })

  test('a role can hide more than its client; All_client shows what every client shows', async () => {
    await show(SHOWS_ALL)
    const on = world.portal.testDatabase
    const { ours, theirs } = world
    const sees = async (as: { token: string }, client: string) => {
      const { body } = await world.portal.call(
        contract.orders.searchByOrderNumber,
        { body: { orderNumber: ours.orderNumber } },
        { token: as.token, client },
      )
      return body.Orders[0]?.createdBy
    }
    const user = await makeSession(on, { clients: [ours.client] })
    const operator = await makeSession(on, { clients: [], type: 'Internal User' })
    const both = await makeSession(on, { clients: [ours.client, theirs.client] })
    for (const as of [user, operator, both]) expect(await sees(as, ours.client)).toBe(STAFF)
    await on.asOwner(
      `update roles set visibility = '{"staffNames": false}' where role_id in (select role_id from users where user_id = any ($1))`,
      [[user.userId, operator.userId]],
    )
    for (const as of [user, operator]) expect(await sees(as, ours.client)).toBe('Despatch operations')
    await on.asOwner(`update client_settings set settings = '{}' where client_code = $1`, [theirs.client])
    expect(await sees(both, ours.client)).toBe(STAFF)
    expect(await sees(both, 'All_client')).toBe('Despatch operations')
  })
})

test('names of staff stay hidden after deletion or renaming; names of client users stay shown', async () => {
  const on = world.portal.testDatabase
  const { ours } = world
  await show({})
  const seen = async () => {
    const as = await makeSession(on, { clients: [ours.client] })
    const { body } = await world.portal.call(
      contract.enquiries.orderHistory,
      { body: { customerReference: ours.orderNumber } },
      { token: as.token, client: ours.client },
    )
    return body.entries.map(({ by }) => by)
  }
  const colleague = await makeSession(on, { clients: [ours.client], username: 'ada.colleague' })
  await on.asOwner('update order_history set by_name = $1', ['ada.colleague'])
  expect(await seen()).toContain('ada.colleague')
  await on.asOwner('delete from users where user_id = $1', [colleague.userId])
  expect(await seen()).toContain('ada.colleague')
  await on.asOwner('update order_history set by_name = $1', [STAFF])
  await on.asOwner('update users set username = $2 where username = $1', [STAFF, 'zebedee.renamed'])
  expect(await seen()).toContain('Despatch operations')
  await on.asOwner('update order_history set by_name = $1', ['nobody.known'])
  expect(await seen()).toContain('A former user')
})

test.each([
  ['neither carrier nor route of a conflict of fixed routes', {}, false],
  ['both, where the client shows other methods', { showOtherMethods: true }, true],
])('a client’s user sees %s', async (_what, settings, isShown) => {
  const on = world.portal.testDatabase
  const client = await makeClient(on, { settings })
  const as = await makeSession(on, { clients: [client] })
  const [SOFA, A, B] = [await makeSku(on, { client }), await makeSku(on, { client }), await makeSku(on, { client })]
  await on.asOwner('insert into sku_components values ($1, $2, $3, 1), ($1, $2, $4, 1)', [client, SOFA, A, B])
  await makeRuleBook(on, client, [
    carrierItem('GOSHAWK', { name: 'U.K. Goshawk' }),
    carrierItem('GOSHAWK-2', { name: 'Goshawk; Ltd.' }),
    methodItem('GM1', 'GOSHAWK', 45_000, { methodDescription: 'Goshawk. Next day' }),
    methodItem('GM2', 'GOSHAWK-2', 45_000, { methodDescription: 'Goshawk two' }),
    heldItem('GOSHAWK-ROUTE-1', A, 'GOSHAWK'),
    heldItem('GOSHAWK-ROUTE-2', B, 'GOSHAWK-2'),
    { kind: 'multi-box', key: '', content: { Same_Component_Carrier_Default: 'Y' } },
  ])
  const { call } = world.portal
  const body = orderBody({ SKU: SOFA })
  const { orderNo: orderNumber } = body
  const created = await call(contract.orders.create, { body }, as)
  expect(created.status).toBe(200)
  const answers = {
    create: created,
    decision: await call(contract.allocation.decision, { body: { orderNumber } }, as),
    list: await call(contract.orders.list, { body: {} }, as),
    exceptions: await call(contract.allocation.exceptions, { query: {} }, as),
    timeline: await call(contract.enquiries.timeline, { query: { orderNumber } }, as),
    preview: await call(
      contract.orders.amendPreview,
      { body: { orderNumber, items: [{ SKU: SOFA, quantity: 3 }] } },
      as,
    ),
    again: await call(
      contract.allocation.allocateAgain,
      { body: { orders: [{ clientCode: client, orderNumber }] } },
      as,
    ),
  }
  for (const [name, { status, body }] of Object.entries(answers)) {
    const text = JSON.stringify(body)
    expect({ name, status, isShown: /goshawk/i.test(text) }).toEqual({ name, status: 200, isShown })
    expect(text).toMatch(isShown ? /travel with one method/ : /Fixed routing holds its boxes to different carriers/)
  }
})
