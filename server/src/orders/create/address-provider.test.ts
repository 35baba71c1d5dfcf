import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { openAddressProvider } from './address-provider.ts'

const { addressLookup, addressDetails } = contract.orders
const NOTICE = 'Address lookup isn’t available right now. Enter the address by hand.'
/** Time limits of a portal whose provider answers, and of one whose provider is silent. */
const [PATIENT_MS, IMPATIENT_MS] = [60_000, 250]

/** The provider's next answer, and the requests it received. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
let requests: { url: string; authorization: string | undefined }[] = []
let provider: Server
type Shop = { portal: TestPortal; as: SignedIn }
let patient: Shop
let impatient: Shop

beforeAll(async () => {
  provider = createServer((request, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((listening) => void provider.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  const open = (timeoutMs: number) =>
    openTestPortal({ addresses: openAddressProvider({ url, key: 'the-key', timeoutMs }) })
  ;[patient, impatient] = await Promise.all([openShop(open(PATIENT_MS)), openShop(open(IMPATIENT_MS))])
})
/** A portal with a signed-in user and an address table of its own. */
async function openShop(opening: Promise<TestPortal>) {
  const portal = await opening
  const as = await makeSession(portal.testDatabase)
  await portal.testDatabase.asOwner(
    `insert into addresses (country, postcode, address_line_1, address_line_3) values ('GB', 'SW1Y 4JH', '12 St James Square', 'London')`,
  )
  return { portal, as }
}
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  for (const { portal } of [patient, impatient]) await portal.close()
})

const json = (body: unknown, status = 200) => {
  answer = (_request, response) => void response.writeHead(status).end(JSON.stringify(body))
}
const lookUp = (postcode: string, { portal, as } = patient) =>
  portal.call(addressLookup, { body: { country: 'GB', postcode } }, as)
const details = (id: string, { portal, as } = patient) => portal.call(addressDetails, { body: { id } }, as)

const HOUSE = { addressLine1: '1 High Street', addressLine2: '', addressLine3: 'Leeds', addressLine4: '' }

test('addresses come from the provider, requested with the key and its own ids', async () => {
  requests = []
  json({ addresses: [{ id: 'a/1?b', text: ' 1 High Street, Leeds ', kind: 'house' }], took: 3 })
  const found = await lookUp('ls1 1aa')
  expect(found).toMatchObject({ status: 200, body: { addresses: [{ text: '1 High Street, Leeds' }] } })
  expect(found.body.notice).toBeUndefined()
  json({ ...HOUSE, postCode: 'LS1 1AA', country: 'GB', uprn: '1' })
  expect((await details(found.body.addresses[0]?.id ?? '')).body).toEqual({
    ...HOUSE,
    postCode: 'LS1 1AA',
    country: 'GB',
  })
  expect(requests).toEqual([
    { url: '/v1/addresses?country=GB&postcode=LS1+1AA', authorization: 'Bearer the-key' },
    { url: '/v1/addresses/a%2F1%3Fb', authorization: 'Bearer the-key' },
  ])
})

test('an unknown postcode has no addresses and no notice', async () => {
  json({ addresses: [] })
  expect((await lookUp('SW1Y 4JH')).body).toEqual({ addresses: [] })
  json({}, 404)
  expect((await lookUp('SW1Y 4JH')).body).toEqual({ addresses: [] })
})

const BAD: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  'is slow to begin': () => undefined,
  'is slow to end': (_request, response) => void response.writeHead(200).write('{"addresses":['),
  'fails (500)': (_request, response) => void response.writeHead(500).end('{}'),
  'refuses the key (401)': (_request, response) => void response.writeHead(401).end('{}'),
  'closes the connection': (request) => void request.socket.destroy(),
  'breaks off': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"addresses":[')
    setTimeout(() => request.socket.destroy(), 20)
  },
  'sends elsewhere': (_request, response) => void response.writeHead(302, { location: '/v1/other' }).end(),
  'answers what is no JSON': (_request, response) => void response.end('<html>'),
  'answers other JSON': (_request, response) => void response.end('{"results":[]}'),
  'answers a text with control characters': (_request, response) =>
    void response.end(JSON.stringify({ addresses: [{ id: '1', text: 'a\u0000b' }] })),
  'answers too many': (_request, response) =>
    void response.end(
      JSON.stringify({ addresses: Array.from({ length: 201 }, (_, id) => ({ id: `${id}`, text: 'x' })) }),
    ),
  'answers without an end': (request, response) => {
    const more = () => response.write('x'.repeat(65_536))
    const writing = setInterval(more, 1)
    request.socket.on('close', () => clearInterval(writing))
  },
}

describe('a provider that is silent or answers nonsense', () => {
  test.each(Object.keys(BAD))('%s: the user types the address or chooses one of the portal’s', async (how) => {
    answer = BAD[how] ?? answer
    const shop = how.startsWith('is slow') ? impatient : patient
    const began = performance.now()
    expect((await lookUp('LS1 1AA', shop)).body).toEqual({ addresses: [], notice: NOTICE })
    const own = await lookUp('SW1Y 4JH', shop)
    expect(own.body).toMatchObject({ notice: NOTICE, addresses: [{ text: '12 St James Square, London, SW1Y 4JH' }] })
    expect(await details('p:1', shop)).toMatchObject({ status: 503, body: { code: 'unavailable', message: NOTICE } })
    // Neither portal waits longer than its own limit.
    expect(performance.now() - began).toBeLessThan(PATIENT_MS)
    expect((await details(own.body.addresses[0]?.id ?? '', shop)).body).toMatchObject({
      addressLine1: '12 St James Square',
    })
  })

  test('redirects are not followed', async () => {
    requests = []
    answer = BAD['sends elsewhere'] ?? answer
    await lookUp('LS1 1AA')
    expect(requests.map(({ url }) => url)).toEqual(['/v1/addresses?country=GB&postcode=LS1+1AA'])
  })

  test('a provider that is down', async () => {
    const down = await openTestPortal({
      addresses: openAddressProvider({ url: 'http://127.0.0.1:1', key: 'k', timeoutMs: PATIENT_MS }),
    })
    const me = await makeSession(down.testDatabase)
    const found = await down.call(addressLookup, { body: { postcode: 'LS1 1AA' } }, me)
    expect(found).toMatchObject({ status: 200, body: { addresses: [], notice: NOTICE } })
    await down.close()
  })
})

test.each(['p:..', 'p:.', 'p:gone', 'nothing'])('an address that no longer exists (%s) is not found', async (id) => {
  json({}, 404)
  expect(await details(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})
