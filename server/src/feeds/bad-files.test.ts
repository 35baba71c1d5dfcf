import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { inNumber } from '../testing/in-number.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
})
afterAll(() => on.portal.close())

const HEADER = 'trackingNumber,carrier,code,occurredAt,location'
const row = (number: string, location = 'Leeds') => `${number},DPD,in_transit,2026-03-03 08:00,${location}`
const feed = (body: string | Buffer, options?: Parameters<FeedPortal['feedRows']>[2]) =>
  on.feedRows('delivery-events', body, options)
const locations = async (prefix: string) =>
  (
    await on.rows(
      `select location from delivery_events where client_code = $1 and tracking_number like '${prefix.toUpperCase()}%' order by 1`,
    )
  ).map(({ location }) => location)

describe('a delivery events file', () => {
  test.each([
    ['lines that end in CR alone', 'a', [HEADER, row('a1'), row('a2')].join('\r')],
    ['lines that end in CRLF, and none at the end', 'b', [HEADER, row('b1'), row('b2')].join('\r\n')],
    ['a mark at its beginning', 'c', `\uFEFF${[HEADER, row('c1'), row('c2')].join('\n')}`],
    ['semicolons', 'd', [HEADER, row('d1'), row('d2')].join('\n').replaceAll(',', ';')],
    ['blank lines between', 'e', [HEADER, '', row('e1'), '', row('e2'), '', ''].join('\n')],
    ['other capitals in its header', 'f', [HEADER.toUpperCase(), row('f1'), row('f2')].join('\n')],
  ])('with %s is accepted', async (_what, prefix, body) => {
    expect((await feed(body)).summary).toMatchObject({ read: 2, created: 2, refused: 0 })
    expect(await locations(prefix)).toEqual(['Leeds', 'Leeds'])
  })

  test('in Latin-1 is read as Windows-1252, with a note unless the mapping names it', async () => {
    const body = Buffer.from([HEADER, row('g1', 'Zürich'), row('g2')].join('\n'), 'latin1')
    const fed = await feed(body)
    expect(fed.summary).toMatchObject({ created: 2, refused: 0 })
    expect(fed.summary.noted).toMatchObject({ 'The file is not UTF-8. It was read as windows-1252': 1 })
    const columns = Object.fromEntries(HEADER.split(',').map((field) => [field, field]))
    await on.saveMapping('latin', { columns, encoding: 'windows-1252' }, 'delivery-events')
    expect((await feed(body, { mapping: 'latin' })).summary).toMatchObject({ created: 0, unchanged: 2 })
    expect(await locations('g')).toEqual(['Leeds', 'Zürich'])
  })

  test('with rows of the wrong length has these rows refused', async () => {
    const fed = await feed([HEADER, row('h1'), 'h2,DPD', `${row('h3')},more`, row('h4')].join('\n'))
    expect(fed.summary).toMatchObject({ read: 4, created: 2, refused: 2 })
    expect(fed.refused.map(({ line, value }) => [line, value])).toEqual([
      [3, '2 instead of 5'],
      [4, '6 instead of 5'],
    ])
  })

  test.each<[Exclude<Feed, 'orders'>, string, RegExp]>([
    [
      'delivery-events',
      'trackingNumber,carrier,code\n1,DPD,A\n',
      /lacks the column occurredAt\. It has trackingNumber/,
    ],
    ['despatches', 'trackingNumber,carrier\n1,DPD\n', /lacks the column orderNumber/],
    ['delivery-events', `${HEADER},code\n`, /more than one column code/],
    ['delivery-events', '', /^The file is empty\.$/],
  ])('of the %s feed that lacks what it needs is refused whole', async (name, body, words) => {
    const fed = await on.feedRows(name, body)
    expect([fed.status, fed.message]).toEqual([422, expect.stringMatching(words)])
  })

  test('sent with a mapping of another feed is refused', async () => {
    await on.saveMapping('till', { columns: { orderNumber: 'No', SKU: 'Item', quantity: 'Qty' } })
    const fed = await feed(`${HEADER}\n${row('i1')}`, { mapping: 'till' })
    expect(fed).toMatchObject({ status: 404, message: expect.stringMatching(/no delivery events mapping till/) })
  })
})

describe('a feed request whose body is no file', () => {
  const sent = async (headers: Record<string, string>, body: string | FormData = HEADER) => {
    const answer = await fetch(`${on.portal.url}/api/feeds/delivery-events`, {
      method: 'POST',
      headers: { access_token: on.me.token, client: on.me.client, ...headers },
      body,
    })
    return { status: answer.status, ...((await answer.json()) as { code: string; message: string }) }
  }
  const INSTEAD = 'Send the file itself as the body, with its content-type: text/csv, or application/x-ndjson'
  test.each([
    ['as JSON', { 'content-type': 'application/json' }, HEADER, INSTEAD],
    ['as JSON of nothing', { 'content-type': 'application/json' }, '', INSTEAD],
    ['as a large JSON', { 'content-type': 'application/json' }, 'x'.repeat(1_000_000), INSTEAD],
    ['as plain text', { 'content-type': 'text/plain' }, HEADER, INSTEAD],
    ['as the fields of a form', { 'content-type': 'application/x-www-form-urlencoded' }, HEADER, INSTEAD],
    ['as a part of a form', {}, new FormData(), INSTEAD],
    [
      'compressed',
      { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
      HEADER,
      'Send the file as it is, without content-encoding: gzip.',
    ],
  ])('sent %s is refused with instructions', async (_how, headers, body, words) => {
    const answer = await sent(headers, body)
    expect(answer).toMatchObject({ status: 415, code: 'unsupported_file', message: expect.stringContaining(words) })
  })

  test('an unusable file is read to its end for senders that read answers late', async () => {
    const size = 40_000_000
    const sender = connect(Number(new URL(on.portal.url).port), 'localhost')
    const { token, client } = on.me
    const lines = [`access_token: ${token}`, `client: ${client}`, 'content-type: text/csv', `content-length: ${size}`]
    sender.write(`POST /api/feeds/delivery-events HTTP/1.1\r\nhost: a\r\n${lines.join('\r\n')}\r\n\r\n`)
    const workbook = Buffer.alloc(size)
    workbook.write('PK\u0003\u0004')
    // Do not read the answer until the last byte is on its way.
    await new Promise((resolve) => sender.write(workbook, resolve))
    const [answer] = (await once(sender, 'data')) as [Buffer]
    sender.destroy()
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 415 /)
  })
})

const LINE = '"line":'
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Memory in use after garbage collection; sender, server and receiver all run in this process. */
function heldMemory(): number {
  collect()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}

test('hundreds of thousands of refused rows come back without filling the memory', { timeout: 240_000 }, async () => {
  const ROWS = inNumber(600_000, 1_000_000)
  const before = heldMemory()
  const held: number[] = []
  const lines = function* () {
    yield `${HEADER}\n`
    for (let at = 0; at < ROWS; at += 1000) {
      yield `${row('j').replace('in_transit', '')}\n`.repeat(1000)
      if (at % (ROWS * 0.3) === ROWS * 0.2) held.push(heldMemory())
    }
  }
  const sending = request(`${on.portal.url}/api/feeds/delivery-events`, {
    method: 'POST',
    headers: { access_token: on.me.token, client: on.me.client, 'content-type': 'text/csv' },
  })
  const answered = new Promise<{ refused: number; summary: string }>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', (answer) => {
      let [refused, summary, rest] = [0, '', '']
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => {
        if (summary === '') summary = piece.slice(0, 500)
        const parts = (rest + piece).split(LINE)
        refused += parts.length - 1
        rest = parts.at(-1)?.slice(1 - LINE.length) ?? ''
        if (refused > ROWS * 0.3 * (held.length - 2)) held.push(heldMemory())
      })
      answer.once('end', () => resolve({ refused, summary })).once('error', reject)
    })
  })
  await pipeline(Readable.from(lines()), sending)
  const { refused, summary } = await answered
  expect(summary).toContain(`"refusedByReason":{"Event code is missing":${ROWS}}`)
  expect(refused).toBe(ROWS)
  expect(held).toHaveLength(6)
  // The answer alone is over 48 MB of text, at full size over 80 MB.
  expect((Math.max(...held) - before) / 2 ** 20).toBeLessThan(40)
})
