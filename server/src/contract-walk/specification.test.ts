import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { FIGURE_SAMPLES } from './specification-figure-samples.ts'
import { SPECIFICATION_SAMPLES } from './specification-samples.ts'
import { openWorld, type World } from './world.ts'

const SPECIFICATION = join(import.meta.dirname, '../../../../shared/spec/calls.tsv')

/** Calls that a session of their own tests walks through: what they are sent depends on what came before. */
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
  '%s (%i) is answered to a caller who knows the specification alone',
  async (call, _index, sample) => {
    const route = byName.get(call) ?? expect.fail(`there is no call ${call}`)
    const input = typeof sample === 'function' ? sample(world, world.ours) : sample
    const token = input.by === 'operator' ? world.operator.token : world.ours.as.token
    const answer = await world.send(route, input, { access_token: token, client: world.ours.client })
    expect({ status: answer.status, body: answer.status === 200 || answer.body }).toEqual({ status: 200, body: true })
  },
)

test('every call of the specification that is built is tried so', (context) => {
  context.skip(!existsSync(SPECIFICATION), 'the specification is not beside the repository')
  const plain = (call: string) => call.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '')
  const asked = readFileSync(SPECIFICATION, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([, method, path]) => plain(`${method} ${path}`))
  const built = new Set([...byName.keys()].map(plain))
  const tried = new Set(ALL_SAMPLES.map(([call]) => plain(call)))
  expect(
    asked.filter((call) => built.has(call) && !tried.has(call) && !STEPS.some((step) => call.includes(step))),
  ).toEqual([])
})

test('a list asked for whole is sent whole, as one answer, with nothing to follow', async () => {
  const { portal, ours } = world
  const page = await portal.call(contract.orders.consolidated, { body: { limit: 1000 } }, ours.as)
  const whole = await portal.call(contract.orders.consolidated, { body: { limit: 999_999 } }, ours.as)
  expect(whole.body.Orders.length).toBeGreaterThan(1)
  expect(whole.body).toEqual({ Orders: page.body.Orders, hasMore: false })
  const users = await portal.call(contract.users.list, { query: { limit: '999999' } }, ours.as)
  expect(users.body.users).toHaveLength(users.body.total)
})

test.each([
  ['POST', '/orders/consolidated'],
  ['GET', '/clients'],
  ['GET', '/multibox'],
  ['GET', '/activeDates/carrier/status/OURS/DPD'],
])('%s %s, as the specification writes it, names its path under /api', async (method, path) => {
  const answer = await world.portal.request(method, path, { ...(method === 'POST' && { body: {} }) })
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(answer.body['message']).toContain(`/api${path}`)
})
