import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { contract } from '@despatch/contract/contract'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'
import { guardConnections } from './guard-connections.ts'
import { DEFAULT_LIMITS } from '../process/limits.ts'

const HEADERS_MS = 1200
const IDLE_MS = 1200
const LEAST_BYTES = 60
const BODY_MS = 2400
const CONNECTIONS = 20

let portal: TestPortal
let as: SignedIn
beforeAll(async () => {
  portal = await openTestPortal({
    limits: {
      headersMs: HEADERS_MS,
      idleMs: IDLE_MS,
      minBytes: LEAST_BYTES,
      bodyMs: BODY_MS,
      connections: CONNECTIONS,
    },
  })
  as = await makeSession(portal.testDatabase)
})
afterAll(() => portal.close())

function open(at = portal) {
  const socket = connect(Number(new URL(at.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

/** The answer until the server closes the connection, and after how many milliseconds. */
async function answerOf(socket: ReturnType<typeof open>) {
  const began = performance.now()
  const answer = await text(socket).catch(() => '')
  return { answer, ms: performance.now() - began }
}

const feedHead = ({ connection = 'keep-alive' } = {}) =>
  `POST /api/feeds/orders HTTP/1.1\r\nhost: x\r\naccess_token: ${as.token}\r\nclient: ${as.client}\r\n` +
  `connection: ${connection}\r\n` +
  'content-type: text/csv\r\ntransfer-encoding: chunked\r\n\r\n'
const chunk = (of: string) => `${Buffer.byteLength(of).toString(16)}\r\n${of}\r\n`

/** Writes a piece repeatedly until stopped. */
function trickle(socket: ReturnType<typeof open>, piece: string, everyMs: number) {
  const timer = setInterval(() => socket.writable && socket.write(piece), everyMs)
  socket.once('close', () => clearInterval(timer))
}

test.each([
  ['nothing', () => undefined],
  [
    'headers that trickle',
    (socket: ReturnType<typeof open>) => (socket.write('GET /livez HTTP/1.1\r\n'), trickle(socket, 'x: y\r\n', 100)),
  ],
])('a connection on which comes %s is closed with 408', async (_what, send) => {
  const socket = open()
  send(socket)
  const { answer, ms } = await answerOf(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too_slow"/)
  expect(ms).toBeLessThan(DEFAULT_LIMITS.headersMs)
})

test('a feed that stops is answered 408, and its complete rows are stored', async () => {
  const socket = open()
  socket.write(feedHead() + chunk('orderNumber,SKU,quantity,orderDate\n'))
  const { answer, ms } = await answerOf(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*"code":"too_slow"/)
  expect(ms).toBeGreaterThan(IDLE_MS * 0.6)
  expect(ms).toBeLessThan(DEFAULT_LIMITS.idleMs)
})

test('a feed that trickles is ended, though a little more always arrives', async () => {
  const socket = open()
  socket.write(feedHead() + chunk('orderNumber,SKU,quantity,orderDate\n'))
  trickle(socket, chunk('x'), IDLE_MS / 4)
  const { answer, ms } = await answerOf(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too_slow"/)
  expect(ms).toBeLessThan(DEFAULT_LIMITS.idleMs)
})

test('a body that the call does not accept is ended too', async () => {
  const socket = open()
  socket.write(
    'POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  expect((await answerOf(socket)).answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a body that is no file must arrive in time, even if it never stops', async () => {
  const socket = open()
  socket.write(
    'POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999\r\n\r\n{',
  )
  trickle(socket, ' '.repeat(LEAST_BYTES), IDLE_MS / 12)
  const { answer, ms } = await answerOf(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"too_slow"/)
  expect(ms).toBeGreaterThan(IDLE_MS)
  expect(ms).toBeLessThan(DEFAULT_LIMITS.bodyMs)
})

test('a slow feed is accepted beyond any time limit', async () => {
  const socket = open()
  socket.write(feedHead({ connection: 'close' }) + chunk('orderNumber,SKU,quantity,orderDate\n'))
  for (let times = 0; times < 16; times++) {
    await sleep(IDLE_MS / 6)
    // Far above the minimum, even if a busy machine sends some pieces late.
    socket.write(chunk(`S-${times},SKU-${'9'.repeat(LEAST_BYTES)},1,2026-11-20\n`))
  }
  socket.write('0\r\n\r\n')
  expect((await answerOf(socket)).answer).toMatch(/^HTTP\/1\.1 200 /)
})

test('an answer that nobody reads is ended', async () => {
  const app = Fastify()
  guardConnections(app, { ...DEFAULT_LIMITS, idleMs: 400 })
  const left = Promise.withResolvers<void>()
  app.get('/', () => {
    const endless = new Readable({ read: () => void endless.push(Buffer.alloc(65_536)) })
    endless.once('close', left.resolve)
    return endless
  })
  const url = new URL(await app.listen({ port: 0 }))
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  socket.pause().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await left.promise
  socket.destroy()
  await app.close()
})

test('a connection beyond the limit is answered 503 and closed; idle ones make room', async ({ onTestFinished }) => {
  // Nobody is too slow for this portal, however busy the machine is.
  const full = await openTestPortal({ limits: { connections: CONNECTIONS } })
  onTestFinished(() => full.close())
  const someone = await makeSession(full.testDatabase)
  // Each has an unfinished body before the next connects: an unused connection would make room after a second.
  const held: ReturnType<typeof open>[] = []
  for (let count = 0; count < CONNECTIONS; count++) {
    const socket = open(full)
    held.push(socket)
    socket.write(
      'POST /api/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n' +
        'expect: 100-continue\r\n\r\n',
    )
    await once(socket, 'data')
  }
  const last = open(full)
  last.write('GET /api/session HTTP/1.1\r\nhost: x\r\n\r\n')
  expect((await answerOf(last)).answer).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1[^]*"code":"unavailable"/)
  for (const socket of held) socket.destroy()
  await expect.poll(() => promisify(full.app.server.getConnections.bind(full.app.server))()).toBe(0)
  // Of idle kept-alive connections only the one idle for longest is closed for a new one.
  const idle: ReturnType<typeof open>[] = []
  for (let count = 0; count < CONNECTIONS; count++) {
    const socket = open(full)
    idle.push(socket)
    socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(socket, 'data')
  }
  const [longest, ...others] = idle as [(typeof idle)[0], ...typeof idle]
  const closed = once(longest, 'close')
  // By then none has been used for a second.
  await sleep(1500)
  const more = open(full)
  await closed
  for (const socket of others) {
    socket.write('GET /livez HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  }
  for (const socket of [more, ...others]) socket.destroy()
  await expect.poll(() => promisify(full.app.server.getConnections.bind(full.app.server))()).toBe(0)
  expect((await full.call(contract.orders.consolidated, { body: {} }, someone)).status).toBe(200)
})
