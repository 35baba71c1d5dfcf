import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../process/log.ts'
import { PASSWORD } from '../testing/factories.ts'
import { calls, ofEachKind } from './calls.ts'
import { sampleOf } from './samples.ts'
import { openWorld, type World } from './world.ts'

const METRICS_TOKEN = 'the token of those who may see figures'
let world: World
let log = ''
beforeAll(async () => {
  const stream = new PassThrough()
  stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const destination = openLog(stream)
  destination.level = 'trace'
  world = await openWorld({ log: destination, metricsToken: METRICS_TOKEN })
})
afterAll(() => world.portal.close())

const lines = () =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Texts that must be in no log: people who read logs may not see orders. */
const secretsOf = ({ ours }: World) => [
  ours.as.token,
  PASSWORD,
  'wrong password',
  ours.mark,
  ours.orderNumber,
  ours.SKU,
  'Lovelace',
  'ada@example.com',
  'St James',
  'SW1Y',
  '20 7946',
]

test('valid and invalid calls leave no secret and no person in the log', async () => {
  const { token } = world.ours.as
  const { client } = world.ours
  const mine = { access_token: token, client }
  const ofKinds = new Set(ofEachKind(calls))
  for (const call of calls) {
    const { name, route } = call
    if (name === 'session.signOut') continue
    const sample = sampleOf(world, name)
    const [withMore, cut] = [
      { ...sample, query: { zzz: 'ada@example.com' } },
      { ...sample, body: '{"email":"ada@example.com"' },
    ]
    await world.send(route, sample, mine)
    await world.send(route, withMore, mine)
    await world.send(route, cut, mine)
    if (!ofKinds.has(call)) continue
    // Refused in one place before the call itself.
    const strange = [
      { access_token: `${token}x`, client },
      { access_token: token, client: 'NOSUCH' },
    ].flatMap((headers) => [sample, withMore, cut].map((input) => ({ input, headers })))
    for (const { input, headers } of strange) await world.send(route, input, headers)
  }
  await world.portal.request('POST', '/api/users/login', {
    body: { username: 'ada@example.com', password: 'wrong password' },
  })
  await world.portal.request('GET', `/api/orders/${world.ours.orderNumber}?email=ada@example.com`)
  expect(lines().length).toBeGreaterThan(calls.length)
  for (const secret of secretsOf(world)) expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
})

test('a database failure is logged with its cause but without the row', async () => {
  await world.portal.testDatabase.asOwner(
    "alter table orders add constraint no_ada check (customer_last_name <> 'Lovelace')  not valid",
  )
  const from = log.length
  const route = calls.find(({ name }) => name === 'orders.create')?.route ?? expect.fail()
  const answer = await world.send(route, sampleOf(world, 'orders.create'), {
    access_token: world.ours.as.token,
    client: world.ours.client,
  })
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error', message: 'Something went wrong' } })
  expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'message', 'requestId'])
  const lines = log.slice(from)
  expect(lines).toContain(String(answer.body['requestId']))
  expect(lines).toContain('no_ada')
  for (const secret of secretsOf(world)) expect(lines.toLowerCase()).not.toContain(secret.toLowerCase())
})

test('each line of a call has its request id, its route and no address', async () => {
  const answer = await world.portal.request('GET', '/api/enquiries/order?customerReference=R-1')
  const mine = lines().filter(({ reqId }) => reqId === answer.headers.get('x-request-id'))
  expect(mine.find(({ msg }) => msg === 'answered')).toMatchObject({
    method: 'GET',
    route: '/api/enquiries/order',
    status: 401,
  })
  expect(JSON.stringify(mine)).not.toContain('R-1')
})

const metrics = (authorization?: string) =>
  world.portal.request('GET', '/metrics', { headers: { ...(authorization && { authorization }) } })

test('the metrics name routes, not addresses', async () => {
  const { body } = await metrics(`Bearer ${METRICS_TOKEN}`)
  const text = String(body['text'])
  expect(text).toContain('http_request_duration_seconds_bucket{le="0.005",method="POST",route="/api/orders/create"')
  expect(text).toContain('http_answers_total{method="POST",route="/api/orders/create",status="5xx"} 1')
  for (const secret of secretsOf(world)) expect(text).not.toContain(secret)
})

test.each([undefined, 'Bearer wrong', `Basic ${METRICS_TOKEN}`, METRICS_TOKEN])(
  'the metrics are not for authorization: %s',
  async (authorization) => {
    const { status, body } = await metrics(authorization)
    expect(status).toBe(401)
    expect(JSON.stringify(body)).not.toContain('http_')
  },
)

test('the metrics stay small, whatever is requested', async () => {
  for (const { route } of calls) {
    const path = route.path.replaceAll(/:\w+/g, '1')
    for (const method of [route.method, 'PATCH', 'OPTIONS']) await world.portal.request(method, path)
  }
  for (let count = 0; count < 300; count++) await world.portal.request('GET', `/api/nothing/${count}`)
  const { body } = await metrics(`Bearer ${METRICS_TOKEN}`)
  const text = String(body['text'])
  expect(text).toContain('http_answers_total{method="any",route="none",status="4xx"}')
  expect(text).not.toContain('nothing')
  // Ten lines of durations and two or three of answers per route.
  expect(text.length).toBeLessThan(calls.length * 15 * 120 + 20_000)
})
