import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deliveryExceptions } from '@despatch/contract/deliveries/exceptions/delivery-exceptions'
import { orders } from '@despatch/contract/orders/orders'
import { session } from '@despatch/contract/sign-in/session'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { type Call, type CallFile, createCall, createCallFile } from './client.ts'
import { createExpiry, type Expiry } from './expiry.ts'

type ReceivedRequest = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let server: Server
let answer: (request: ReceivedRequest) => { status?: number; headers?: Record<string, string>; body: unknown }
let seen: ReceivedRequest[]
let token: string
let expiry: Expiry
let call: Call
let callFile: CallFile

const listener: RequestListener = (request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
    seen.push(one)
    const { status = 200, headers = {}, body: answered } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof answered === 'string' ? answered : JSON.stringify(answered))
  })
}

beforeEach(async () => {
  seen = []
  token = 'old'
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  expiry = createExpiry()
  const caller = { token: () => token, saveToken: (next: string) => (token = next), client: () => 'ACME' }
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  call = createCall(caller, expiry, origin)
  callFile = createCallFile(caller, expiry, origin)
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Answers 401 to every token but this one. */
function onlyWith(good: string, body: unknown) {
  answer = ({ headers }) =>
    headers['access_token'] === good
      ? { body }
      : { status: 401, body: { code: 'session_expired', message: 'Your session has expired.', requestId: 'r1' } }
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('a call', () => {
  test('sends params, query, body and headers', async () => {
    answer = () => ({ body: { message: 'Done' } })
    await call(session.signOut, { params: { id: 'a/b' }, query: {} })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/users/logout/a%2Fb' })
    expect(seen[0]?.headers).toMatchObject({ access_token: 'old', client: 'ACME' })

    await call(orders.total, { body: { orderRef: '7', status: ['N'] } }, { idempotencyKey: 'k1' })
    expect(seen[1]).toMatchObject({ method: 'POST', body: '{"orderRef":"7","status":["N"]}' })
    expect(seen[1]?.headers).toMatchObject({ 'idempotency-key': 'k1', 'content-type': 'application/json' })
  })

  test('stores a refreshed token from the answer', async () => {
    answer = () => ({ headers: { access_token: 'new' }, body: { total: 3 } })
    await expect(call(orders.total, { body: {} })).resolves.toEqual({ total: 3 })
    expect(token).toBe('new')
  })

  test.each([
    [{ code: 500, message: 'The invoice is locked' }, 'The invoice is locked'],
    [{ code: 404 }, 'Something went wrong'],
  ])('fails with the message of an answer whose code is not 200: %j', async (body, message) => {
    answer = () => ({ body })
    await expect(call(orders.total, { body: {} })).rejects.toMatchObject({ name: 'ApiError', message })
  })

  test.each([
    { code: 200, total: 3 },
    { code: 'STAFF', total: 3 },
  ])('returns the answer %j', async (body) => {
    answer = () => ({ body })
    await expect(call(orders.total, { body: {} })).resolves.toEqual(body)
  })

  test('does not replace a newer token after a late answer to an older one', async () => {
    answer = () => {
      token = 'newest'
      return { headers: { access_token: 'new' }, body: { total: 3 } }
    }
    await call(orders.total, { body: {} })
    expect(token).toBe('newest')
  })
})

describe('errors', () => {
  test('carry the message, the fields and the request id', async () => {
    const fields = [{ path: 'orderNo', message: 'Enter an order number' }]
    const body = { code: 'validation_failed', message: 'Check the order', requestId: 'r7', fields }
    answer = () => ({ status: 400, body })
    const error = await call(orders.total, { body: {} }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, ...body })
  })

  test('of a proxy, without the portal’s body, say that something went wrong', async () => {
    answer = () => ({ status: 502, headers: { 'x-request-id': 'p1' }, body: '<html>Bad gateway</html>' })
    const failure = { status: 502, message: 'Something went wrong', requestId: 'p1' }
    await expect(call(orders.total, { body: {} })).rejects.toMatchObject(failure)
  })

  test('of the network say so in words', async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(call(orders.total, { body: {} })).rejects.toMatchObject({ status: 0, message: UNREACHABLE })
    server.listen(0)
  })
})

describe('a call for a file', () => {
  const PDF = { 'content-type': 'application/pdf' }
  const body = { Client_Code: 'ACME', Order_Date_From: '2026-01-01', Order_Date_To: '2026-01-31', isPrint: true }
  const print = () => callFile(deliveryExceptions.list, { body })

  test('returns the file, and asks for it by its type', async () => {
    answer = () => ({ headers: { ...PDF, access_token: 'new' }, body: '%PDF-1.7' })
    const file = await print()
    expect([await file.text(), file.type, token]).toEqual(['%PDF-1.7', 'application/pdf', 'new'])
    expect(seen[0]?.headers).toMatchObject({ accept: 'application/pdf, application/json', client: 'ACME' })
  })

  test.each([
    ['an empty file', { headers: PDF, body: '' }, 'Empty PDF received'],
    ['an answer of another type', { body: [] }, 'Failed to generate PDF'],
    ['a refusal', { status: 503, body: { message: 'Try again in a moment.' } }, 'Try again in a moment.'],
    ['a refusal without a message', { status: 502, body: '<html>' }, 'Failed to generate PDF'],
  ])('fails with a message after %s', async (_, answered, message) => {
    answer = () => answered
    await expect(print()).rejects.toMatchObject({ message })
  })

  test('also waits for an expired session to be renewed', async () => {
    answer = ({ headers }) =>
      headers['access_token'] === 'new'
        ? { headers: PDF, body: '%PDF' }
        : { status: 401, body: { code: 'session_expired', message: 'Expired', requestId: 'r1' } }
    const waiting = print()
    await until(() => expiry.state.get().isExpired)
    token = 'new'
    expiry.resumeCalls()
    await expect(waiting.then((file) => file.size)).resolves.toBe(4)
  })
})

describe('an expired session', () => {
  test('raises the flag with the server’s message, and repeats the call after the next sign-in', async () => {
    onlyWith('new', { total: 9 })
    const waiting = call(orders.total, { body: { orderRef: '12/A' } }, { idempotencyKey: 'k1' })
    await until(() => expiry.state.get().isExpired)
    expect(expiry.state.get()).toEqual({ isExpired: true, message: 'Your session has expired.' })
    token = 'new'
    expiry.resumeCalls()
    await expect(waiting).resolves.toEqual({ total: 9 })
    expect(expiry.state.get()).toEqual({ isExpired: false, message: '' })
    expect(seen.map(({ url, body, headers }) => [url, body, headers['idempotency-key']])).toEqual([
      ['/api/orders/consolidated/total', '{"orderRef":"12/A"}', 'k1'],
      ['/api/orders/consolidated/total', '{"orderRef":"12/A"}', 'k1'],
    ])
  })

  test('several calls share one flag, and all continue', async () => {
    onlyWith('new', { total: 1 })
    const waiting = [1, 2, 3].map(() => call(orders.total, { body: {} }))
    await until(() => seen.length === 3)
    await until(() => expiry.state.get().isExpired)
    await new Promise((resolve) => setTimeout(resolve, 30))
    token = 'new'
    expiry.resumeCalls()
    await expect(Promise.all(waiting)).resolves.toHaveLength(3)
    expect(seen).toHaveLength(6)
  })

  test('a call refused after the token was renewed is sent again without asking', async () => {
    answer = ({ headers }) => {
      if (headers['access_token'] === 'new') return { body: { total: 2 } }
      token = 'new'
      return { status: 401, body: { code: 'session_expired', message: 'Expired', requestId: 'r1' } }
    }
    await expect(call(orders.total, { body: {} })).resolves.toEqual({ total: 2 })
    expect(expiry.state.get().isExpired).toBe(false)
  })

  test('a waiting call can be aborted, and the flag stays', async () => {
    onlyWith('new', {})
    const controller = new AbortController()
    const waiting = call(orders.total, { body: {} }, { signal: controller.signal })
    await until(() => expiry.state.get().isExpired)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(expiry.state.get().isExpired).toBe(true)
  })

  test('abandoning the session cancels the waiting calls', async () => {
    onlyWith('new', {})
    const waiting = call(orders.total, { body: {} })
    await until(() => expiry.state.get().isExpired)
    expiry.cancelCalls()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(expiry.state.get().isExpired).toBe(false)
  })

  test('a refused sign-in and a call with onExpired fail at once', async () => {
    onlyWith('new', {})
    const signIn = call(session.signIn, { body: { username: 'a', password: 'b' } })
    await expect(signIn).rejects.toMatchObject({ status: 401 })
    await expect(call(session.current, {}, { onExpired: 'fail' })).rejects.toMatchObject({ status: 401 })
    expect(expiry.state.get().isExpired).toBe(false)
  })
})
