import { randomBytes } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import sharp from 'sharp'
import type { ClaimsPortal } from '../claims/claims-portal.ts'
import { makeDespatchedOrder, makeReturnsShop } from '../returns.ts'
import { openShopper } from '../shoppers-page/shopper.ts'
import type { SignedIn } from '../test-portal.ts'

/** A reader of request bodies, and what a test sends it. */
export type BodyReader = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Stopped half-way. Its first half exceeds what the reader holds in memory. */
  readonly long: Buffer
  /** Where the reader stores what it does not hold in memory; 'nothing' if the call is answered without reading. */
  readonly storesIn: 'file' | 'memory' | 'nothing'
  /** A body over the reader's limit, and the status of the answer. */
  readonly tooLong?: { readonly body: Buffer; readonly status: number }
  /** An ordinary body of the same request, and the status of the answer. */
  readonly ordinary: { readonly body: Buffer; readonly status: number }
}

const BOUNDARY = 'edge'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const part = (disposition: string, bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
/** A form as browsers send it, with files and texts by field name. */
const form = (files: Readonly<Record<string, Buffer | string>>, fields: Readonly<Record<string, string>> = {}) =>
  Buffer.concat([
    ...Object.entries(fields).map(([name, text]) => part(`name="${name}"`, text)),
    ...Object.entries(files).map(([name, bytes]) => part(`name="${name}"; filename="${name}.csv"`, bytes)),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
const manyFiles = (count: number) =>
  form(Object.fromEntries(Array.from({ length: count }, (_, index) => [`file${index}`, '%PDF-'])))
const MEGABYTE = 1_000_000

const csv = (header: string, count: number, row: (index: number) => string) =>
  Buffer.from([header, ...Array.from({ length: count }, (_, index) => row(index)), ''].join('\n'))

/** Enough refused rows in the first half that a file lists them. */
const MANY = 2400
type Readers = Readonly<Record<string, BodyReader>>

/** Every reader of request bodies, by name. */
export async function bodyReaders(world: ClaimsPortal): Promise<Readers> {
  const { claimID } = await world.prepared()
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  return {
    ...feeds(world),
    ...uploads(world, { claimID, photo }),
    ...(await shoppersForms(world, photo)),
    'a call with JSON': {
      path: '/api/orders/consolidated',
      headers: headersOf(world.acme, 'application/json'),
      long: Buffer.from(JSON.stringify({ reference: 'x'.repeat(20_000) })),
      storesIn: 'memory',
      tooLong: { body: Buffer.from(JSON.stringify({ reference: 'x'.repeat(300_000) })), status: 413 },
      ordinary: { body: Buffer.from('{}'), status: 200 },
    },
    ...refusedUnread(world),
  }
}

const headersOf = ({ token, client = '' }: SignedIn, type: string) => ({
  access_token: token,
  client,
  'content-type': type,
})

const feedOf = (as: SignedIn, name: string, header: string, row: (index: number) => string): BodyReader => ({
  path: `/api/feeds/${name}`,
  headers: headersOf(as, 'text/csv'),
  long: csv(header, MANY, row),
  storesIn: 'file',
  ordinary: { body: csv(header, 1, row), status: 200 },
})
const ordersFeed = (as: SignedIn) => feedOf(as, 'orders', 'orderNumber,SKU,quantity', (index) => `S${index},MUG,many`)
const EVENTS = 'trackingNumber,carrier,code,occurredAt'
const ndjson = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => `{"orderNumber":"N${at}","SKU":"MUG","quantity":0}\n`).join(''))

/** Each feed, with rows that it refuses. */
function feeds({ acme }: ClaimsPortal): Readers {
  const orders = ordersFeed(acme)
  const parcels = 'orderNumber,trackingNumber,carrier,SKU,quantity'
  const events = feedOf(acme, 'delivery-events', EVENTS, (index) => `T${index},DPD,delivered,2026-02-31 ${index}`)
  const returns = 'returnReference,SKU,quantity,event'
  return {
    'the feed of orders': orders,
    'the feed of despatches': feedOf(acme, 'despatches', parcels, (index) => `S${index},T${index},DPD,MUG,many`),
    'the feed of delivery events': events,
    'the feed of returns': feedOf(acme, 'returns', returns, (index) => `R${index},MUG,many,Received`),
    'the feed of stock': feedOf(acme, 'stock', 'SKU,stockOnHand', (index) => `S${index},many`),
    'the feed of SKU data': feedOf(acme, 'skus', 'SKU,title,weight', (index) => `S${index},Mug,heavy`),
    'the feed of orders, as NDJSON': {
      ...orders,
      headers: headersOf(acme, 'application/x-ndjson'),
      long: ndjson(MANY),
      ordinary: { body: ndjson(1), status: 200 },
    },
    'a check of orders': { ...orders, path: '/api/feeds/orders?preview=true' },
    'a feed whose rows are held for their dates': {
      ...events,
      long: csv(
        `${EVENTS},description`,
        30_000,
        (index) => `T${index},DPD,delivered,01/02/2026 10:00,${'x'.repeat(150)}`,
      ),
    },
  }
}

function uploads({ operator, acme }: ClaimsPortal, { claimID, photo }: { claimID: string; photo: Buffer }): Readers {
  const upload = { long: form({ file: randomBytes(MEGABYTE) }), storesIn: 'file' } as const
  return {
    'the import of invoices': {
      ...upload,
      path: '/api/invoice/import/?creator',
      headers: headersOf(operator, FORM),
      tooLong: { body: manyFiles(51), status: 400 },
      ordinary: { body: form({ file: 'One,Two\n1,2\n' }), status: 200 },
    },
    'evidence of a claim': {
      ...upload,
      path: `/api/claims/${claimID}/files`,
      headers: headersOf(acme, FORM),
      tooLong: { body: form({ file: Buffer.alloc(12.1 * MEGABYTE, '%') }), status: 413 },
      ordinary: { body: form({ file: photo }), status: 200 },
    },
    'the import of users': {
      ...upload,
      path: '/api/users/import?mode=check',
      headers: headersOf(operator, FORM),
      storesIn: 'memory',
      tooLong: { body: form({ file: Buffer.alloc(22 * MEGABYTE, 'a') }), status: 413 },
      ordinary: { body: form({ file: 'username,first_name,last_name,role,client,email,active\nx' }), status: 200 },
    },
  }
}

async function shoppersForms(world: ClaimsPortal, photo: Buffer): Promise<Readers> {
  const shopper = await shopperOf(world)
  return {
    'a shopper’s form with photos': {
      path: `${shopper.page}/items`,
      headers: { cookie: shopper.cookie, 'content-type': FORM },
      long: form({ 'photo-1': randomBytes(MEGABYTE) }, shopper.fields),
      storesIn: 'memory',
      tooLong: { body: form({ 'photo-1': Buffer.alloc(12.1 * MEGABYTE) }, shopper.fields), status: 413 },
      ordinary: { body: form({ 'photo-1': photo }, shopper.fields), status: 303 },
    },
    'a shopper’s form without photos': {
      path: `${shopper.page}/items`,
      headers: { cookie: shopper.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      long: Buffer.from(`comment-1=${'x'.repeat(20_000)}`),
      storesIn: 'memory',
      tooLong: { body: Buffer.from(`comment-1=${'x'.repeat(70_000)}`), status: 413 },
      ordinary: { body: Buffer.from(new URLSearchParams(shopper.fields).toString()), status: 303 },
    },
  }
}

/** Requests that are answered before their bodies arrive. */
function refusedUnread({ acme }: ClaimsPortal): Readers {
  const feed = { ...ordersFeed(acme), storesIn: 'nothing' } as const
  const { body } = feed.ordinary
  return {
    'a feed of a stranger': {
      ...feed,
      headers: { ...feed.headers, access_token: 'nobody' },
      ordinary: { body, status: 401 },
    },
    'a feed sent as a form': { ...feed, headers: headersOf(acme, FORM), ordinary: { body, status: 415 } },
    'a call that is not there': { ...feed, path: '/api/nothing', ordinary: { body, status: 404 } },
    'a shopper’s page that is not there': {
      path: '/returns/NOBODY/items',
      headers: { 'content-type': FORM },
      long: form({ file: randomBytes(MEGABYTE) }),
      storesIn: 'nothing',
      ordinary: { body: form({ file: 'x' }), status: 404 },
    },
    'the page that stops mails': {
      path: '/report-mails/none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      long: Buffer.alloc(20_000, 'x'),
      storesIn: 'nothing',
      ordinary: { body: Buffer.from('stop=yes'), status: 404 },
    },
  }
}

/** A shopper who has found their order, and the fields of its form. */
async function shopperOf({ portal }: ClaimsPortal) {
  const shop = await makeReturnsShop(portal)
  const body = { ...DEFAULT_PAGE_SETTINGS, isOn: true, title: 'Shop', contactMail: 'help@shop.example', version: 0 }
  await portal.call(contract['shoppers-page'].save, { body }, shop.as)
  await makeDespatchedOrder(portal, { ...shop, orderNo: 'W-1', quantity: 3 })
  const shopper = openShopper(portal)
  const page = `/returns/${shop.client}`
  await shopper.send(page, { order: 'W-1', proof: 'SW1Y 4JH' })
  const { text } = await shopper.show(`${page}/items`)
  const seal = /name="seal" value="([^"]+)"/.exec(text)?.[1] ?? ''
  return {
    page,
    cookie: shopper.cookie,
    fields: { seal, 'take-1': 'yes', 'quantity-1': '1', 'reason-1': 'MIND', 'resolution-1': 'refund' },
  }
}
