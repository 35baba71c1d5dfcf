import { createHash } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeExpired } from '../../cleanup.ts'
import { makeSku } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { readPdf } from '../../testing/pdf/read-pdf.ts'
import { makeDespatchedOrder, makeReturnsShop } from '../../testing/returns.ts'
import { openShopper, type Shopper } from '../../testing/shoppers-page/shopper.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { mailAllWaiting } from './mail-job.ts'

const calls = contract['shoppers-page']
const POSTCODE = 'sw1y4jh'
let portal: TestPortal
let shop: { client: string; as: SignedIn }
let page: string
beforeAll(async () => {
  portal = await openTestPortal()
  shop = await openShop()
  page = `/returns/${shop.client}`
})
afterAll(() => portal.close())

async function openShop() {
  const newShop = await makeReturnsShop(portal)
  const body = {
    ...DEFAULT_PAGE_SETTINGS,
    isOn: true,
    title: 'Ann & Sons <b>',
    contactMail: 'help@ann.example',
    version: 0,
  }
  expect((await portal.call(calls.save, { body }, newShop.as)).status).toBe(200)
  return newShop
}
const order = (orderNo: string, quantity = 1) => makeDespatchedOrder(portal, { ...shop, orderNo, quantity })
let networks = 0
/** A shopper with their own network. */
const someone = () => openShopper(portal, { address: `203.0.113.${(networks += 1)}` })
const find = (shopper: Shopper, number: string, proof = POSTCODE, at = page) =>
  shopper.send(at, { order: number, proof })
const WHOLE = { 'take-1': 'yes', 'quantity-1': '1', 'reason-1': 'MIND', 'resolution-1': 'refund' }

/** Goes through all steps up to the last one. */
async function upToConfirm(shopper: Shopper, number: string, fields: Record<string, string> = WHOLE, at = page) {
  expect(await find(shopper, number, POSTCODE, at)).toMatchObject({ status: 303, location: `${at}/items` })
  await shopper.show(`${at}/items`)
  expect(await shopper.send(`${at}/items`, fields)).toMatchObject({ status: 303, location: `${at}/options` })
  const { text } = await shopper.show(`${at}/options`)
  const option = /name="option-0"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''
  expect(await shopper.send(`${at}/options`, { 'option-0': option })).toMatchObject({ location: `${at}/confirm` })
  return shopper.show(`${at}/confirm`)
}
const confirm = (shopper: Shopper, at = page) => shopper.send(`${at}/confirm`, {})
const returnsOf = (number: string) =>
  portal.testDatabase.asOwner(`select * from announced_returns where client_code = $1 and order_number = $2`, [
    shop.client,
    number,
  ])
const photo = async (side = 2000) =>
  new Uint8Array(
    await sharp({ create: { width: side, height: side / 2, channels: 3, background: '#a33' } })
      .withExif({ IFD0: { Copyright: 'someone' } })
      .jpeg()
      .toBuffer(),
  )

test('a shopper announces a return without scripts, is emailed, and cancels it', async () => {
  await order('W-1', 3)
  const shopper = someone()
  const start = await shopper.show(page)
  expect(start.status).toBe(200)
  expect(start.text).toContain('Ann &amp; Sons &lt;b&gt;')
  expect(start.text).not.toContain('<script')
  const style = /<style>([^<]*)<\/style>/.exec(start.text)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(start.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
  expect(start.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  expect(start.headers.get('cache-control')).toBe('no-store')
  const last = await upToConfirm(shopper, 'w-1', { ...WHOLE, 'quantity-1': '2', 'comment-1': 'Too "blue" <i>' })
  expect(last.text).toContain('Too &quot;blue&quot; &lt;i&gt;')
  expect(last.text).toContain('You pay £3.50 to send it.')
  const mails = portal.mails.length
  const done = await confirm(shopper)
  expect(done).toMatchObject({
    status: 303,
    location: expect.stringMatching(/^\/returns\/\w+\/R[A-Z0-9]{10}\/[\w-]{43}$/),
  })
  // Sending the same form again gives the same return.
  expect((await confirm(shopper)).location).toBe(done.location)
  expect(await returnsOf('W-1')).toHaveLength(1)
  const reference = done.location.split('/')[3] ?? ''
  await expect.poll(() => portal.mails.length).toBe(mails + 1)
  expect(portal.mails[mails]).toMatchObject({ text: expect.stringContaining(`${portal.url}${done.location}`) })

  const elsewhere = someone()
  const shown = await elsewhere.show(done.location)
  expect(shown.text).toContain('Your return is announced')
  expect(shown.text).toContain(reference)
  const note = await fetch(`${portal.url}${done.location}/note.pdf`)
  expect(note.headers.get('content-type')).toBe('application/pdf')
  expect(JSON.stringify(await readPdf(new Uint8Array(await note.arrayBuffer())))).toContain(reference)
  const guessed = done.location.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
  for (const path of [guessed, `${page}/${reference}/x`, `${page}/${reference}`])
    expect((await elsewhere.show(path)).status).toBe(404)

  expect((await elsewhere.send(`${done.location}/withdraw`, {})).status).toBe(303)
  expect((await elsewhere.send(`${done.location}/withdraw`, {})).status).toBe(303)
  expect((await elsewhere.show(done.location)).text).toContain('Cancelled by you')
  await expect.poll(() => portal.mails.length).toBe(mails + 2)
})

test('items announced on another page meanwhile are reported, not offered again', async () => {
  await order('TWICE-1')
  const [first, second] = [someone(), someone()]
  await upToConfirm(first, 'TWICE-1', WHOLE)
  await upToConfirm(second, 'TWICE-1', WHOLE)
  expect((await confirm(first)).status).toBe(303)
  expect(await confirm(second)).toMatchObject({ status: 303, location: `${page}/options` })
  const { text } = await second.show(`${page}/options`)
  expect(text).toContain('Our answer has changed.')
  expect(text).toContain('You’ve already announced or returned this. If you announced it, our email has its reference.')
  // The first answer had a price; a refused return has none.
  expect(text.match(/From £/g)).toHaveLength(1)
  expect(await returnsOf('TWICE-1')).toHaveLength(1)
})

test('an order is limited to 30 photos and 50 drafts a day', async () => {
  await order('MANY-1')
  await find(someone(), 'MANY-1')
  const asOwner = (statement: string) => portal.testDatabase.asOwner(statement, [shop.client])
  await asOwner(`
    insert into return_photos select d.client_code, gen_random_uuid(), d.token_hash, 1, null, '', 9, 9, now(), now() + interval '4 days'
    from shopper_drafts d, generate_series(1, 29) where d.client_code = $1 and d.order_number = 'MANY-1'`)
  const shopper = someone()
  await find(shopper, 'MANY-1')
  await shopper.show(`${page}/items`)
  const send = async () => shopper.send(`${page}/items`, WHOLE, { 'photo-1': await photo(200) })
  expect(await send()).toMatchObject({ status: 303 })
  expect(await send()).toMatchObject({ status: 422, text: expect.stringContaining('Too many photos of this order') })
  expect(await shopper.send(`${page}/items`, WHOLE)).toMatchObject({ status: 303 })
  await asOwner(`
    insert into shopper_drafts (client_code, token_hash, order_number, made_at)
    select $1, sha256(n::text::bytea), 'MANY-1', now() from generate_series(1, 48) n`)
  const refused = await find(someone(), 'MANY-1')
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('Try again tomorrow, or write to us') })
})

test('answers do not reveal whether an order exists', async () => {
  await order('SECRET-1')
  const tries = async (number: string) => {
    const shopper = someone()
    const seen: { status: number; text: string; ms: number }[] = []
    for (const index of Array.from({ length: 9 }, (_, at) => at)) {
      const began = performance.now()
      const { status, text } = await find(shopper, number, `AB${index} 1CD`)
      const words = text.replaceAll(/value="[^"]*"/g, '').replaceAll(/\d+ seconds|a second/g, 'some time')
      seen.push({ status, text: words, ms: performance.now() - began })
    }
    return seen
  }
  const [real, unknown] = await Promise.all([tries('SECRET-1'), tries('SECRET-2')])
  expect(real.map(({ status, text }) => [status, text])).toEqual(unknown.map(({ status, text }) => [status, text]))
  expect(real.at(-1)?.status).toBe(429)
  expect(real[0]?.status).toBe(422)
  for (const { ms } of [...real, ...unknown]) expect(ms).toBeGreaterThan(240)
  // Other spellings of the number count as the same, and shoppers elsewhere still get in.
  const again = someone()
  expect((await find(again, 'SECRET-1')).status).toBe(303)
})

test('pages and emails distinguish lines of one SKU by price', async () => {
  const sku = await makeSku(portal.testDatabase, { client: shop.client })
  const items = [
    { SKU: sku, quantity: 1 },
    { SKU: sku, quantity: 1 },
  ]
  await portal.call(contract.orders.create, { body: orderBody({ SKU: sku, orderNo: 'APART-1', items }) }, shop.as)
  await makeDespatchedOrder(portal, { ...shop, orderNo: 'APART-1', quantity: 2, sku })
  await portal.testDatabase.asOwner(
    `update order_lines set total_value = 10 * line_number where client_code = $1 and order_number = 'APART-1'`,
    [shop.client],
  )
  const shopper = someone()
  await find(shopper, 'APART-1')
  const shown = await shopper.show(`${page}/items`)
  for (const price of ['£10.00 each', '£20.00 each']) expect(shown.text).toContain(`(${price})`)
  const second = { 'take-2': 'yes', 'quantity-2': '1', 'reason-2': 'MIND', 'resolution-2': 'refund' }
  const last = await upToConfirm(shopper, 'APART-1', second)
  expect(last.text).toContain('(£20.00 each)')
  expect(last.text).not.toContain('(£10.00 each)')
  const mails = portal.mails.length
  const { location } = await confirm(shopper)
  expect((await shopper.show(location)).text).toContain('(£20.00 each)')
  await expect.poll(() => portal.mails[mails]?.text).toContain('(£20.00 each)')
})

test('another client’s order or an empty form finds nothing', async () => {
  const theirs = await openShop()
  await makeDespatchedOrder(portal, { ...theirs, orderNo: 'THEIRS-1' })
  expect((await find(someone(), 'THEIRS-1')).status).toBe(422)
  expect((await find(someone(), '', '')).text).toContain('Enter your order number')
  await order('BY-MAIL')
  const [row] = await portal.testDatabase.asOwner(`select email from orders where order_number = 'BY-MAIL'`)
  expect((await find(someone(), 'BY-MAIL', String(row?.['email']).toUpperCase())).status).toBe(303)
  const off = await makeReturnsShop(portal)
  for (const path of [`/returns/${off.client}`, '/returns/NOBODY', '/returns/%27', '/returns/A/b/c/d'])
    expect((await someone().show(path)).status).toBe(404)
})

test('errors are shown at their fields, and a required photo is uploaded', async () => {
  await portal.call(
    contract.returns.add,
    {
      body: {
        code: 'BROKEN',
        title: 'Broken',
        fault: 'carrier',
        asksPhoto: true,
        asksComment: true,
        overrideReason: 'a test',
      },
      query: {},
    },
    shop.as,
  )
  await order('P-1')
  const shopper = someone()
  await find(shopper, 'P-1')
  expect((await shopper.show(`${page}/items`)).text).toContain('data-photo')
  const empty = await shopper.send(`${page}/items`, {})
  expect(empty).toMatchObject({ status: 422, text: expect.stringContaining('Tick what you are sending back') })
  const broken = { ...WHOLE, 'reason-1': 'BROKEN' }
  const bare = await shopper.send(`${page}/items`, broken)
  expect(bare.text).toContain('Add a photo of it')
  expect(bare.text).toContain('Tell us what is wrong with it')
  const withComment = { ...broken, 'comment-1': 'In pieces' }
  const notPhoto = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const bad = await shopper.send(`${page}/items`, withComment, { 'photo-1': notPhoto })
  expect(bad).toMatchObject({ status: 422, text: expect.stringContaining('That isn’t a photo we can read') })
  expect(await shopper.send(`${page}/items`, withComment, { 'photo-1': await photo() })).toMatchObject({
    location: `${page}/options`,
  })
  const { text } = await shopper.show(`${page}/options`)
  const option = /name="option-0"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''
  await shopper.send(`${page}/options`, { 'option-0': option })
  const { location } = await confirm(shopper)
  const returnReference = location.split('/')[3] ?? ''
  const listed = await portal.call(calls.photos, { query: { returnReference } }, shop.as)
  expect(listed.body.photos).toMatchObject([{ lineNumber: 1, width: 1600, height: 800 }])
  const [one] = listed.body.photos
  const file = await fetch(`${portal.url}/api/shoppers-page/photos/${one?.photoId}`, {
    headers: { access_token: shop.as.token, client: shop.client },
  })
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  const { format, exif } = await sharp(Buffer.from(await file.arrayBuffer())).metadata()
  expect([format, exif]).toEqual(['jpeg', undefined])
  await portal.testDatabase.asOwner(
    `update return_photos set delete_at = delete_at - interval '90 days' where return_reference = $1`,
    [returnReference],
  )
  await removeExpired(portal.database, new Date())
  expect((await portal.call(calls.photos, { query: { returnReference } }, shop.as)).body.photos).toEqual([])
})

test('forms that are too large, foreign or expired are refused with a message', async () => {
  await order('H-1')
  const shopper = someone()
  await find(shopper, 'H-1')
  await shopper.show(`${page}/items`)
  expect((await shopper.send(`${page}/options`, { big: 'x'.repeat(80_000) })).status).toBe(413)
  const huge = await shopper.send(
    `${page}/items`,
    { ...WHOLE, 'comment-1': 'x'.repeat(9000) },
    { 'photo-1': await photo(10) },
  )
  expect(huge.status).toBe(413)
  expect((await shopper.send(`${page}/items`, { ...WHOLE, seal: 'other' })).status).toBe(409)
  await portal.testDatabase.asOwner(
    `update shopper_drafts set made_at = made_at - interval '7 days' where order_number = 'H-1'`,
  )
  const old = await shopper.send(`${page}/items`, WHOLE)
  expect(old).toMatchObject({ status: 410, text: expect.stringContaining('open for too long') })
  shopper.forget()
  expect((await shopper.send(`${page}/confirm`, {})).status).toBe(410)
  expect((await shopper.show(`${page}/items`)).status).toBe(410)
})

test('a cancelled database statement is answered as busy, and nothing is stored', async () => {
  await order('RUSH-1')
  const on = portal.testDatabase
  await on.asOwner(
    `create function stop_here() returns trigger language plpgsql as
       $$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`,
  )
  await on.asOwner('create trigger stop_here before insert on shopper_drafts execute function stop_here()')
  try {
    const answer = await find(someone(), 'RUSH-1')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(answer.text).toContain('Many people are here just now')
  } finally {
    await on.asOwner('drop trigger stop_here on shopper_drafts')
  }
  expect(await find(someone(), 'RUSH-1')).toMatchObject({ status: 303 })
})

test('after a new book the old answer stays valid for a day', async () => {
  await order('B-1')
  await order('B-2')
  const [soon, late] = [someone(), someone()]
  await upToConfirm(soon, 'B-1')
  await upToConfirm(late, 'B-2')
  const fee = { name: 'Now it costs', outcomes: { fee: '2.00' }, overrideReason: 'a test' }
  const { body } = await portal.call(contract.returns.add, { body: fee, query: {} }, shop.as)
  expect((await confirm(soon)).location).toContain(`${page}/R`)
  await portal.testDatabase.asOwner(
    `update shopper_drafts set answer = jsonb_set(answer, '{at}', to_jsonb((now() - interval '25 hours')::text))
     where order_number = 'B-2'`,
  )
  expect((await confirm(late)).location).toBe(`${page}/options`)
  expect(await returnsOf('B-2')).toHaveLength(0)
  const both = await late.show(`${page}/options`)
  expect(both.text).toContain('Our answer has changed')
  expect(both.text).toContain('From £3.50')
  expect(both.text).toContain('From £5.50')
  await portal.send(contract.returns.remove, { query: { id: body.item?._id ?? '', version: '1' } }, shop.as)
})

test('steps by staff and feeds are emailed exactly once', async () => {
  await order('M-1')
  const shopper = someone()
  await upToConfirm(shopper, 'M-1')
  const reference = (await confirm(shopper)).location.split('/')[3] ?? ''
  await portal.testDatabase.asOwner(
    `insert into return_steps select client_code, return_reference, 2, 'received', now(), now(), '', '', pieces
     from return_steps where return_reference = $1`,
    [reference],
  )
  await portal.testDatabase.asOwner(
    `insert into return_mails (client_code, return_reference, step_number, step, made_at)
     select client_code, return_reference, 2, 'received', now() from announced_returns where return_reference = $1`,
    [reference],
  )
  const options = { database: portal.database, services: portal.app.services }
  await Promise.all(Array.from({ length: 4 }, () => mailAllWaiting(options, new Date())))
  const arrived = () =>
    portal.mails.filter(({ subject }) => subject === `Your parcel has arrived (${reference})`).length
  await expect.poll(arrived).toBe(1)
  await mailAllWaiting(options, new Date())
  expect(arrived()).toBe(1)
})

test('under EU law a shopper withdraws in the legal wording, without a reason', async () => {
  const { client, as } = await openShop()
  const set = { overrideReason: 'a test' }
  await portal.call(contract.returns.settings, { body: { law: 'EU', ...set }, query: {} }, as)
  await portal.call(contract.returns.update, { body: { _id: 'reason-2', asksComment: true, ...set } }, as)
  await makeDespatchedOrder(portal, { client, as, orderNo: 'EU-1' })
  const [shopper, at] = [someone(), `/returns/${client}`]
  expect((await shopper.show(at)).text).toContain('Withdraw from contract here')
  const last = await upToConfirm(shopper, 'EU-1', { ...WHOLE, 'reason-1': '' }, at)
  expect(last.text).toContain('>Confirm withdrawal<')
  expect((await shopper.show((await confirm(shopper, at)).location)).text).toContain('Your return is announced')
})

test('an order delivered to the EU has the EU wording for any shop', async () => {
  const { client, as } = await openShop()
  for (const [orderNo, country, word] of [
    ['TO-FR', 'FR', '>Confirm withdrawal<'],
    ['TO-GB', 'GB', '>Confirm return<'],
  ] as const) {
    await makeDespatchedOrder(portal, { client, as, orderNo })
    await portal.testDatabase.asOwner('update orders set country = $1 where client_code = $2 and order_number = $3', [
      country,
      client,
      orderNo,
    ])
    expect((await upToConfirm(someone(), orderNo, WHOLE, `/returns/${client}`)).text).toContain(word)
  }
})

test('page settings need permission, a readable colour and the current version', async () => {
  const newShop = await makeReturnsShop(portal)
  const before = await portal.call(calls.read, {}, newShop.as)
  expect(before.body).toMatchObject({ isOn: false, version: 0, url: `${portal.url}/returns/${newShop.client}` })
  const save = (set: object) =>
    portal.call(calls.save, { body: { ...DEFAULT_PAGE_SETTINGS, version: 0, ...set } }, newShop.as)
  expect(await save({ accent: '#ffee00' })).toMatchObject({ status: 400, body: { fields: [{ path: 'accent' }] } })
  expect(await save({ isOn: true, accent: '#7A1FA2' })).toMatchObject({
    status: 200,
    body: { version: 1, accent: '#7a1fa2' },
  })
  expect((await save({ isOn: false })).status).toBe(409)
  expect((await someone().show(`/returns/${newShop.client}`)).text).toContain('--accent:#7a1fa2')
})
