import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { FIGURE_SAMPLES } from './specification-figure-samples.ts'
import { SPECIFICATION_SAMPLES } from './specification-samples.ts'
import { openWorld, type World } from './world.ts'

const SPECIFICATION = join(import.meta.dirname, '../../../../shared/spec/calls.tsv')

/** Calls of signing in, which tests of their own make: their input depends on earlier steps. */
const STEPS = ['login', 'otp/', 'password', 'logout']

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.portal.close())

const ALL_SAMPLES = [...SPECIFICATION_SAMPLES, ...FIGURE_SAMPLES]

const byName = new Map<string, Route>(
  calls.map(({ route }) => [`${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`, route] as const),
)

test.each(ALL_SAMPLES.map(([call, sample], index) => [call, index, sample] as const))(
  '%s (%i) answers a caller who knows only the specification',
  async (call, _index, sample) => {
    const route = byName.get(call) ?? expect.fail(`there is no call ${call}`)
    const input = typeof sample === 'function' ? sample(world, world.ours) : sample
    const token = input.by === 'operator' ? world.operator.token : world.ours.as.token
    const answer = await world.send(route, input, { access_token: token, client: world.ours.client })
    expect({ status: answer.status, body: answer.status === 200 || answer.body }).toEqual({ status: 200, body: true })
  },
)

test('every call of the specification that is built has such a sample', (context) => {
  context.skip(!existsSync(SPECIFICATION), 'the specification is not beside the repository')
  const plain = (call: string) => call.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')
  const specified = readFileSync(SPECIFICATION, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([, method, path]) => plain(`${method} ${path}`))
  const built = new Set([...byName.keys()].map(plain))
  const tried = new Set(ALL_SAMPLES.map(([call]) => plain(call)))
  expect(
    specified.filter((call) => built.has(call) && !tried.has(call) && !STEPS.some((step) => call.includes(step))),
  ).toEqual([])
})

test('a whole list is sent as one answer', async () => {
  const { portal, ours } = world
  const page = await portal.call(contract.orders.consolidated, { body: { limit: 1000 } }, ours.as)
  const whole = await portal.call(contract.orders.consolidated, { body: { limit: 999_999 } }, ours.as)
  expect(whole.body.Orders.length).toBeGreaterThan(1)
  expect(whole.body).toEqual({ Orders: page.body.Orders, hasMore: false })
  const users = await portal.call(contract.users.list, { query: { limit: '999999' } }, ours.as)
  expect(users.body.users).toHaveLength(users.body.total)
})

describe('paths as the specification prints them, without /api', () => {
  const ask = (method: string, path: string, headers: Record<string, string> = {}) => {
    const { ours } = world
    const as = { access_token: ours.as.token, client: ours.client, ...headers }
    return world.portal.request(method, path, { ...(method === 'POST' && { body: {} }), headers: as })
  }

  test.each([
    ['POST', '/orders/consolidated'],
    ['GET', '/clients?page=1&limit=10'],
    ['GET', '/multibox'],
    ['GET', '/activeDates/carrier/list'],
    ['GET', '/enquiries/order?customerReference=OURS-1'],
    ['GET', '/invoice/carrier'],
    ['GET', '/useractivity'],
  ])('%s %s answers as it does under /api', async (method, path) => {
    const [printed, under] = [await ask(method, path), await ask(method, `/api${path}`)]
    expect(under.status).toBe(200)
    expect({ status: printed.status, body: printed.body }).toEqual({ status: under.status, body: under.body })
  })

  test.each(['/api', '/api/', '/api/?kind=reason'])('GET %s answers the list of return items', async (path) => {
    const query = path.split('?')[1]
    const items = await ask('GET', `/api/returnItems${query ? `?${query}` : ''}`)
    expect(items.status).toBe(200)
    expect((await ask('GET', path)).body).toEqual(items.body)
    expect(await world.portal.request('GET', path)).toMatchObject({ status: 401 })
  })

  test('another method for such a path is refused with the allowed ones', async () => {
    expect(await ask('PUT', '/invoice/carrier')).toMatchObject({ status: 405, body: { code: 'wrong_method' } })
  })

  test('a page that a browser requests is no such path', async () => {
    expect((await ask('GET', '/clients', { accept: 'text/html' })).body).not.toHaveProperty('clients')
  })

  test('the answer to any other path of a call names that call', async () => {
    const answer = await ask('GET', '/sku/allocation-codes')
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(answer.body['message']).toContain('/api/sku/allocation-codes')
  })
})

describe('ids and sort orders as callers may write them', () => {
  test('an order may be named by CustomerOrderRef, as in specification 3', async () => {
    const { ours, send } = world
    const as = { access_token: ours.as.token, client: ours.client }
    const create = byName.get('POST /api/orders/create') ?? expect.fail('no call')
    const amend = byName.get('POST /api/orders/amend') ?? expect.fail('no call')
    const order = {
      customerFirstName: 'Jo',
      customerLastName: 'Ex',
      email: 'jo@example.com',
      addressLine1: '1 St',
      postCode: 'LS1 4AP',
      SKU: ours.SKU,
    }
    const named = { CustomerOrderRef: 'SPEC-REF' }
    expect(await send(create, { body: { ...order, ...named } }, as)).toMatchObject({
      status: 200,
      body: { orderNumber: 'SPEC-REF' },
    })
    expect(await send(create, { body: { ...order, ...named, orderNo: 'OTHER' } }, as)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'CustomerOrderRef' }] },
    })
    expect(await send(create, { body: order }, as)).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'orderNo', message: 'Enter an order number' }] },
    })
    expect(await send(amend, { body: { ...named, addressLine2: 'Left of the shop' } }, as)).toMatchObject({
      status: 200,
    })
  })

  test('an id may be a number, and an empty sort means the default', async () => {
    const { ours, send } = world
    const as = { access_token: ours.as.token, client: ours.client }
    const sorted = await world.portal.request(
      'GET',
      '/api/invoice/summary?page=1&limit=10&sort=&desc=&search=&filterFrom=&filterTo=',
      { headers: as },
    )
    expect(sorted.status).toBe(200)
    const details = byName.get('POST /api/invoice/details') ?? expect.fail('no call')
    const asText = await send(details, { body: { summaryID: '1', sort: '', desc: false, clientCode: '' } }, as)
    const asNumber = await send(details, { body: { summaryID: 1, sort: '', desc: false, clientCode: '' } }, as)
    expect(asText.status).not.toBe(400)
    expect({ ...asNumber.body, requestId: '' }).toEqual({ ...asText.body, requestId: '' })
    expect((await send(details, { body: { summaryID: 1.5 } }, as)).status).toBe(400)
  })
})
