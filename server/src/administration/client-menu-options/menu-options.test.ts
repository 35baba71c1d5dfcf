import { contract } from '@despatch/contract/contract'
import { type LeafPath, menuLeaves } from '@despatch/domain/administration/roles/menu'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { menuOptions, setMenuOptions, params, setParams } = contract.clients
const LEAVES = menuLeaves().map(({ leaf }) => leaf)
const CREATE: LeafPath = 'orderManagement.createNewOrder'
const ENQUIRY: LeafPath = 'reportsAndEnquiries.orderAndReturnsEnquiry'
const ALL_ON = { orderReturnsEnquiry: true, parcelDeliveryStatus: true, newOrderLine: true, orderLineValue: true }
let portal: TestPortal
let acme: string
let birch: string
let operator: SignedIn
let user: SignedIn & { client: string }
let both: SignedIn & { client: string }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  birch = await makeClient(on)
  operator = await makeSession(on, { clients: [], type: 'Internal Administrator' })
  user = await makeSession(on, { clients: [acme] })
  both = await makeSession(on, { clients: [birch, acme] })
})
afterAll(() => portal.close())

const optionsOf = async (client: string) => (await portal.call(menuOptions, { query: { client } }, operator)).body
const set = async (client: string, given: Partial<Awaited<ReturnType<typeof optionsOf>>>) =>
  portal.call(setMenuOptions, { body: { ...(await optionsOf(client)), ...given } }, operator)
const flags = (client: string, given: Partial<typeof ALL_ON>) =>
  portal.call(setParams, { body: { clientCode: client, params: { ...ALL_ON, ...given } } }, operator)
const order = async (as: SignedIn, client: string, items?: Parameters<typeof orderBody>[0]['items']) => {
  const SKU = await makeSku(portal.testDatabase, { client })
  const body = orderBody({ SKU, ...(items && { items: items.map((item) => ({ ...item, SKU })) }) })
  return portal.call(contract.orders.create, { body }, { ...as, client })
}
const enquire = (as: SignedIn, client: string) =>
  portal.call(contract.orders.consolidated, { body: {} }, { ...as, client })

describe('Client Menu Options', () => {
  test('cover the whole menu until they are set', async () => {
    expect(await optionsOf(acme)).toEqual({ client: acme, version: 1, covered: LEAVES, switchedOff: [] })
    const options = {
      covered: [CREATE, ENQUIRY],
      switchedOff: [{ entry: ENQUIRY, reason: 'Stocktaking' }],
    }
    const answer = await set(acme, options)
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully.', options: { client: acme, version: 2, ...options } },
    })
    expect(await optionsOf(acme)).toEqual(answer.body.options)
    expect(
      await portal.testDatabase.asOwner(`select act, before, after from audit where record = $1`, [`client:${acme}`]),
    ).toMatchObject([
      {
        act: 'client.menu-options-set',
        before: {
          covered: expect.arrayContaining(['Set Up & Control / Client Administration / Client List']),
          switchedOff: [],
        },
        after: { covered: [], switchedOff: ['Reports & Enquiries / Order & Returns Enquiry: Stocktaking'] },
      },
    ])
    await set(acme, { covered: LEAVES, switchedOff: [] })
    expect(
      await portal.testDatabase.asOwner('select menu_options from clients where client_code = $1', [acme]),
    ).toEqual([{ menu_options: null }])
  })

  test('an old version, an entry switched off twice and an unknown client are refused', async () => {
    const options = await optionsOf(acme)
    await set(acme, {})
    expect(await portal.call(setMenuOptions, { body: options }, operator)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict' },
    })
    const off = { entry: CREATE, reason: 'x' }
    expect(await set(acme, { switchedOff: [off, off] })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'switchedOff.1.entry' }] },
    })
    expect(await portal.call(setMenuOptions, { body: { ...options, client: 'NOBODY' } }, operator)).toMatchObject({
      status: 404,
    })
    expect(await portal.call(menuOptions, { query: { client: 'NOBODY' } }, operator)).toMatchObject({ status: 404 })
  })

  test('client users read their own options and cannot set them', async () => {
    expect((await portal.call(menuOptions, { query: { client: acme } }, user)).body.client).toBe(acme)
    expect(await portal.call(menuOptions, { query: { client: birch } }, user)).toMatchObject({ status: 404 })
    for (const client of [acme, birch])
      expect(await portal.call(setMenuOptions, { body: await optionsOf(client) }, user)).toMatchObject({ status: 403 })
  })
})

describe('what a client withholds applies to the next call of its users', () => {
  test('entries that its contract does not cover', async () => {
    expect((await order(user, acme)).status).toBe(200)
    await set(acme, { covered: LEAVES.filter((leaf) => leaf !== CREATE) })
    expect(await order(user, acme)).toMatchObject({ status: 403, body: { code: 'unauthorized_access' } })
    expect((await order(both, acme)).status).toBe(403)
    expect((await order(both, birch)).status).toBe(200)
    expect((await order(operator, acme)).status).toBe(200)
    await set(acme, { covered: LEAVES })
    expect((await order(user, acme)).status).toBe(200)
  })

  test('entries that are switched off, with the reason', async () => {
    await set(acme, { switchedOff: [{ entry: CREATE, reason: 'Stocktaking until Monday' }] })
    expect(await order(user, acme)).toMatchObject({
      status: 403,
      body: { message: 'This is switched off. Stocktaking until Monday' },
    })
    expect((await order(operator, acme)).status).toBe(200)
  })

  test('a call for all clients skips clients that withhold, and fails if all do', async () => {
    for (const client of [acme, birch]) expect((await order(operator, client)).status).toBe(200)
    const found = async (as: SignedIn) => {
      const answer = await enquire(as, 'All_client')
      return answer.status === 200 ? answer.body.Orders.length : answer.status
    }
    expect(await found(both)).toBe(2)
    const without = {
      covered: LEAVES.filter(
        (leaf) => !leaf.startsWith('reportsAndEnquiries.') && !leaf.startsWith('orderManagement.'),
      ),
    }
    await set(acme, without)
    expect(await found(both)).toBe(1)
    expect((await enquire(both, acme)).status).toBe(403)
    const before = await found(operator)
    await set(birch, without)
    expect(await found(both)).toBe(403)
    expect(await found(operator)).toBe(before)
  })
})

describe('Client Specific Parameters', () => {
  test('are on by default; setting them says "Client Params Updated" and is audited', async () => {
    const read = async (clientCode: string, as: SignedIn = operator) =>
      portal.call(params, { body: { clientCode } }, as)
    expect((await read(acme)).body).toEqual({ clientCode: acme, params: ALL_ON })
    expect(await flags(acme, { newOrderLine: false })).toMatchObject({
      status: 200,
      body: { message: 'Client Params Updated' },
    })
    expect((await read(acme, user)).body.params).toEqual({ ...ALL_ON, newOrderLine: false })
    expect(await read(birch, user)).toMatchObject({ status: 404 })
    expect(await read('NOBODY')).toMatchObject({ status: 404 })
    expect(await portal.call(setParams, { body: { clientCode: birch, params: ALL_ON } }, user)).toMatchObject({
      status: 404,
    })
    expect((await optionsOf(acme)).version).toBe(2)
    expect(
      await portal.testDatabase.asOwner(`select act, client_code, before, after from audit where record = $1`, [
        `client:${acme}`,
      ]),
    ).toEqual([
      { act: 'client.params-set', client_code: acme, before: { newOrderLine: true }, after: { newOrderLine: false } },
    ])
  })

  test('client users with Edit set those of their own client, if it covers the entry', async () => {
    const mine = { clientCode: acme, params: { ...ALL_ON, orderLineValue: false } }
    expect((await portal.call(setParams, { body: mine }, both)).status).toBe(200)
    const parameters = 'setUpAndControl.clientAdministration.clientSpecificParameters'
    await set(acme, { covered: LEAVES.filter((leaf) => leaf !== parameters) })
    expect(await portal.call(setParams, { body: mine }, both)).toMatchObject({ status: 403 })
    const reader = await makeSession(portal.testDatabase, {
      clients: [birch],
      holds: (leaf, right) => leaf === parameters && right !== 'Edit',
    })
    const theirs = { clientCode: birch, params: ALL_ON }
    expect(await portal.call(setParams, { body: theirs }, reader)).toMatchObject({ status: 403 })
    expect((await portal.call(params, { body: { clientCode: birch } }, reader)).status).toBe(200)
  })

  test('orderReturnsEnquiry off hides the entry from the client’s users, never from internal users', async () => {
    const onlyEnquiry = await makeSession(portal.testDatabase, { clients: [acme], holds: (leaf) => leaf === ENQUIRY })
    expect((await enquire(onlyEnquiry, acme)).status).toBe(200)
    await flags(acme, { orderReturnsEnquiry: false })
    expect((await enquire(onlyEnquiry, acme)).status).toBe(403)
    expect((await enquire(operator, acme)).status).toBe(200)
    await flags(acme, { orderReturnsEnquiry: true })
    expect((await enquire(onlyEnquiry, acme)).status).toBe(200)
  })

  test('parcelDeliveryStatus off is listed among what the user’s client withholds', async () => {
    await flags(acme, { parcelDeliveryStatus: false })
    const current = await portal.call(contract.session.current, {}, both)
    expect(current.body.client.map(({ code, withheld }) => [code, withheld])).toEqual([
      [birch, []],
      [acme, ['reportsAndEnquiries.parcelDeliveryStatus']],
    ])
  })

  test('newOrderLine off: an order has one line, whoever creates it', async () => {
    await flags(acme, { newOrderLine: false })
    const lines = (count: number) => Array.from({ length: count }, () => ({ SKU: '', quantity: 1 }))
    for (const as of [user, operator]) {
      expect(await order(as, acme, lines(2))).toMatchObject({
        status: 400,
        body: {
          code: 'validation_failed',
          fields: [{ path: 'items.1', message: 'This client’s orders have one line' }],
        },
      })
      expect((await order(as, acme, lines(1))).status).toBe(200)
    }
    expect((await order(both, birch, lines(2))).status).toBe(200)
  })

  test('orderLineValue off: the value of a line cannot be entered', async () => {
    await flags(acme, { orderLineValue: false })
    const typed = [{ SKU: '', quantity: 1, totalValue: '5' }]
    expect(await order(user, acme, typed)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', fields: [{ path: 'items.0.totalValue' }] },
    })
    expect((await order(user, acme)).status).toBe(200)
    expect((await order(both, birch, typed)).status).toBe(200)
  })
})
