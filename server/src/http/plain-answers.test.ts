import { connect } from 'node:net'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test.each([
  ['GET', '/api/roles', 401],
  ['POST', '/api/users/login', 400],
  ['GET', '/api/nothing', 404],
  ['PATCH', '/api/orders/create', 405],
  ['GET', '/api/%zz', 400],
  ['GET', '/%61pi/roles', 401],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/docs/', 200],
  ['GET', '/api/docs/static/swagger-ui.css', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 404],
])('%s %s answers %i, and may not be cached', async (method, path, status) => {
  const answer = await portal.request(method, path, method === 'POST' ? { body: {} } : {})
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'no-store'])
})

test('the answer to invalid HTTP may not be cached either', async () => {
  const socket = connect(Number(new URL(portal.url).port), '127.0.0.1')
  socket.write('nonsense\r\n\r\n')
  let answer = ''
  for await (const piece of socket) answer += String(piece)
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\ncache-control: no-store\r\n/)
})

test.each(['/api/nothing', '/api/docs/', '/readyz'])('%s allows fonts from the portal only', async (path) => {
  const policy = (await portal.request('GET', path)).headers.get('content-security-policy') ?? ''
  expect(policy.split(';').map((part) => part.trim())).toContain("font-src 'self'")
})

const described = async (path: string, accepted: string) => {
  const answer = await portal.app.inject({ url: path, headers: { 'accept-encoding': accepted } })
  return { encoding: answer.headers['content-encoding'], vary: answer.headers['vary'], bytes: answer.rawPayload }
}

test.each(['/api/openapi.json', '/api/docs/json'])('%s is compressed for clients that accept it', async (path) => {
  const plain = await described(path, 'identity')
  expect(plain).toMatchObject({ encoding: undefined, vary: 'accept-encoding' })
  expect(JSON.parse(plain.bytes.toString())).toMatchObject({ openapi: '3.1.0' })
  const packed = await described(path, 'gzip, deflate, br')
  expect(packed.encoding).toBe('br')
  expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true)
  const zipped = await described(path, 'gzip;q=0.5, br;q=0')
  expect(zipped.encoding).toBe('gzip')
  expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true)
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5)
})

test('the description is generated once, however often it is requested', async ({ onTestFinished }) => {
  const fresh = await openTestPortal()
  onTestFinished(() => fresh.close())
  const writing = vi.spyOn(fresh.app, 'swagger')
  for (const url of ['/api/openapi.json', '/api/docs/json', '/api/openapi.json'])
    expect((await fresh.app.inject({ url })).statusCode).toBe(200)
  expect(writing).toHaveBeenCalledTimes(1)
})
