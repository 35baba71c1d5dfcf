import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReceiver, type Receiver } from '../../testing/receiver.ts'
import { addressRules } from '../../process/address-rules.ts'
import { postDelivery } from './post-delivery.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

const post = (url: string, allow: string[], timeoutMs = 60_000) =>
  postDelivery({ url, headers: {}, body: '{}', rules: addressRules(allow), timeoutMs })
const portOf = (url: string) => new URL(url).port

test.each([
  ['http, of a host that nobody named', (port: string) => `http://127.0.0.1:${port}/`, [], 'not https'],
  ['this machine by its address', (port: string) => `https://127.0.0.1:${port}/`, [], 'private network'],
  ['this machine by IPv6', (port: string) => `https://[::1]:${port}/`, [], 'private network'],
  ['this machine, mapped', (port: string) => `https://[::ffff:127.0.0.1]:${port}/`, [], 'private network'],
  ['another port of the internet', () => 'https://1.1.1.1:8443/', [], 'ports 443 and 80'],
  ['another port than is allowed', (port: string) => `http://127.0.0.1:${port}/`, ['127.0.0.1:1'], 'not https'],
  // A name is judged by its addresses at the moment of sending.
  ['a name of this machine', (port: string) => `https://localhost:${port}/`, [], 'private network'],
])('%s is not called', async (_what, urlOf, allow, words) => {
  const { status, answer } = await post(urlOf(portOf(receiver.url)), allow)
  expect({ status, answer }).toEqual({ status: null, answer: expect.stringContaining(words) })
  expect(receiver.received).toEqual([])
})

test.each([
  ['its name', ['localhost']],
  ['its network, where the host is an address', ['127.0.0.0/8']],
])('an address allowed by %s is called', async (_how, allow) => {
  const host = allow[0] === 'localhost' ? 'localhost' : '127.0.0.1'
  expect(await post(`http://${host}:${portOf(receiver.url)}/x`, allow)).toMatchObject({ status: 200, answer: 'thanks' })
  expect(receiver.received).toMatchObject([{ path: '/x', body: '{}' }])
})

test.each([
  ['https', 'what answers does not speak TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'No TLS at this address'],
  ['http', 'what answers does not speak HTTP', '220 mail.example.com\r\n', 'No HTTP at this address'],
  ['http', 'its headers never end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(50_000)}`, 'too long'],
])('%s: %s', async (protocol, _what, says, words) => {
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end(says)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { status, answer } = await post(`${protocol}://127.0.0.1:${port}/`, ['127.0.0.1'])
  server.close()
  expect({ status, answer }).toEqual({ status: null, answer: expect.stringContaining(words) })
})

test('a timeout is reported', async () => {
  receiver.answers(() => ({ status: 200, isHung: true }))
  expect(await post(receiver.url, ['127.0.0.1'], 200)).toMatchObject({
    status: null,
    answer: expect.stringContaining('No answer'),
  })
})
