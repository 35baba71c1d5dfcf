import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { contract } from '@despatch/contract/contract'
import type { Route } from '@despatch/contract/route/route'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { answerErrors } from './errors.ts'
import { AppError } from '../process/app-error.ts'

/** The answer to an error that a handler throws. */
async function answerTo(error: unknown) {
  const app = Fastify({ genReqId: () => 'the-request' })
  answerErrors(app)
  app.get('/', () => Promise.reject(error as Error))
  const answer = await app.inject('/')
  await app.close()
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, unknown>>() }
}
const failure = (code: string, message = 'Key (email)=(ada@example.com) is taken') =>
  Object.assign(new Error(message), { code })

test('a refusal keeps its own message', async () => {
  const answer = await answerTo(
    new AppError('not_found', 'There is no such thing.', { fields: [{ path: 'a', message: 'b' }] }),
  )
  expect(answer).toMatchObject({
    status: 404,
    body: {
      code: 'not_found',
      message: 'There is no such thing.',
      requestId: 'the-request',
      fields: [{ path: 'a', message: 'b' }],
    },
  })
  const late = await answerTo(new AppError('too_many_attempts', 'Later.', { retryAfterSeconds: 7 }))
  expect(late).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, body: { retryAfterSeconds: 7 } })
})

test.each(['23505', '42P01', 'XX000', 'ERR_SOMETHING'])(
  'an error that is not the caller’s fault (%s) reveals nothing more',
  async (code) => {
    const answer = await answerTo(failure(code))
    expect(answer).toMatchObject({ status: 500 })
    expect(answer.body).toEqual({ code: 'internal_error', message: 'Something went wrong', requestId: 'the-request' })
  },
)

test.each(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P03', '53300'])(
  'a database that does not answer (%s) is 503',
  async (code) => {
    expect(await answerTo(failure(code))).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  },
)

test.each([
  ['57014', 'This took too long and was stopped. Narrow your search, or try again in a moment.'],
  ['40P01', 'Someone else is changing the same record. Try again in a moment.'],
])('an error that a retry may solve (%s) says so', async (code, message) => {
  expect(await answerTo(failure(code))).toMatchObject({ status: 503, body: { code: 'unavailable', message } })
})

test('a zero byte that the shapes let pass is reported to the caller', async () => {
  expect(await answerTo(failure('22021'))).toMatchObject({ status: 400, body: { code: 'bad_request' } })
})

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test.each([
  ['GET', '/api/nothing', 404],
  ['PATCH', '/api/orders/nothing', 404],
  ['DELETE', '/api/session/nothing', 404],
  ['POST', '/api', 404],
])('%s %s is no call, and the answer says so', async (method, path, status) => {
  const answer = await portal.request(method, path)
  expect(answer).toMatchObject({
    status,
    body: {
      code: 'not_found',
      message: `There is no call ${method} ${path}.`,
      requestId: answer.headers.get('x-request-id'),
    },
  })
})

test.each([
  ['PUT', '/api/feeds/orders', 'POST', 'POST'],
  ['GET', '/api/users/login', 'POST', 'POST'],
  ['PATCH', '/api/webhooks?id=1', 'GET, POST, PUT or DELETE', 'GET, HEAD, POST, PUT, DELETE'],
  ['DELETE', '/api/webhooks/1/deliveries/a%2Fb/attempts', 'GET', 'GET, HEAD'],
])('%s %s is no call, but there is one with %s', async (method, path, instead, allow) => {
  const body = 'x'.repeat(300_000)
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${portal.url}${path}`, { method, ...(method !== 'GET' && { body, headers }) })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(await answer.json()).toEqual({
    code: 'wrong_method',
    message: `There is no call ${method} ${path.split('?')[0]}: send it with ${instead} instead.`,
    requestId: answer.headers.get('x-request-id'),
  })
})

test('a name longer than any of ours is not found, rather than a wrong method', async () => {
  const path = `/api/webhooks/${'9'.repeat(201)}/deliveries`
  const answer = await fetch(`${portal.url}${path}`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    code: 'not_found',
    message: `There is no call GET ${path.slice(0, 200)}.`,
  })
})

test('each call of the contract is known at its path', async () => {
  for (const { method, path } of Object.values(contract).flatMap((room): Route[] => Object.values(room))) {
    const answer = await fetch(`${portal.url}${path.replaceAll(/:\w+/g, '1')}`, { method: 'PATCH' })
    expect([answer.status, answer.headers.get('allow')?.split(', ').includes(method)], path).toEqual([405, true])
  }
})

test('the answer names the path of an address without its query', async () => {
  const { body } = await portal.request('GET', '/api/nothing?email=ada@example.com')
  expect(body['message']).toBe('There is no call GET /api/nothing.')
})

test('a content type without a body counts as no body', async () => {
  const answer = async (method: string, path: string) => {
    const headers = { 'content-type': 'application/json', access_token: 'no-session', client: 'ACME' }
    const answered = await fetch(`${portal.url}${path}`, { method, headers })
    return { status: answered.status, ...((await answered.json()) as object) }
  }
  expect(await answer('DELETE', '/api/feeds/event-codes')).toMatchObject({ status: 401 })
  expect(await answer('POST', '/api/users/login')).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('a body that takes over half a minute gets 408 and closes the connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sender = connect(Number(new URL(portal.url).port), '127.0.0.1')
  try {
    const head =
      'POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n'
    const requested = once(portal.app.server, 'request')
    sender.write(`${head}{`)
    await requested
    const answer = text(sender)
    vi.advanceTimersByTime(29_000)
    sender.write('"')
    vi.advanceTimersByTime(1_000)
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too_slow"/)
  } finally {
    vi.useRealTimers()
    sender.destroy()
  }
})

test('without a database, calls and /readyz answer 503, while /livez answers 200', async () => {
  const own = await openTestPortal()
  expect((await own.request('GET', '/readyz')).status).toBe(200)
  await own.database.close()
  expect((await own.request('GET', '/readyz')).status).toBe(503)
  expect((await own.request('GET', '/livez')).status).toBe(200)
  await own.app.close()
  await own.testDatabase.drop()
})

test('when the database drops its connections, calls get 503 at worst and then succeed', async () => {
  const as = await makeSession(portal.testDatabase)
  const ask = () => portal.call(contract.orders.consolidated, { body: {} }, as)
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    const calls = Array.from({ length: 20 }, ask)
    await portal.testDatabase
      .asOwner(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      .catch(() => undefined)
    for (const { status } of await Promise.all(calls)) statuses.push(status)
  }
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
  // An idle connection is found broken at its next use.
  await expect.poll(async () => (await ask()).status).toBe(200)
})
