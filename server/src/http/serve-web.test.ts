import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestPortal, type TestPortal } from '../testing/test-portal.ts'

const dist = join(import.meta.dirname, '../../../web/dist')
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())
beforeEach((context) => {
  context.skip(!existsSync(join(dist, 'index.html')), 'the web app is not built')
})

test.each([
  '/',
  '/home',
  '/order-management/create-new-order',
  '/reporting-and-enquiries/x/summary-for-order?orderNumber=a%2Fb',
])('%s is a screen: it gets the app, which is revalidated each time', async (path) => {
  const { status, headers, body } = await portal.request('GET', path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^text\/html/)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(String(body['text'])).toContain('<div id="root">')
  expect((await portal.request('HEAD', path)).status).toBe(200)
})

test('assets are cached for a year, and compressed for clients that accept it', async () => {
  const size = (name: string) => statSync(join(dist, 'assets', name)).size
  // The largest asset, because small ones have no compressed copy.
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const script = scripts.toSorted((one, other) => size(other) - size(one))[0] ?? expect.fail('no script')
  // fetch, unlike the calls of the tests, decompresses the answer.
  const take = (encoding: string) =>
    fetch(`${portal.url}/assets/${script}`, { headers: { 'accept-encoding': encoding } })
  const plain = await take('identity')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const packed = await take('br')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect((await packed.text()) === (await plain.text())).toBe(true)
})

test.each([
  '/assets/no-such.js',
  '/api/none',
  '/assets/../../package.json',
  '/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/server/package.json',
])('%s reveals no file', async (path) => {
  const { status, body } = await portal.request('GET', path)
  expect([200, 400, 403, 404]).toContain(status)
  expect(JSON.stringify(body)).not.toContain('"name": "despatch"')
  if (path.startsWith('/assets/no') || path.startsWith('/api')) expect(body).toMatchObject({ code: 'not_found' })
})

test('a screen refuses POST', async () => {
  expect(await portal.request('POST', '/home')).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
