import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { hostileFiles } from '@despatch/server/testing/hostile-files'
import { makeWorkbook } from '@despatch/server/testing/zip'
import type pg from 'pg'
import { ordersCsv } from '../feeds/feed.ts'
import { sendFeed } from '../feeds/send-feed.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import type { Server } from './processes.ts'

export type On = {
  readonly product: Server
  readonly owner: pg.Client
  /** The sender's client, a session of its user, and a session of staff. */
  readonly client: string
  readonly token: string
  readonly staffToken: string
}

/** A client that sends much. `send` sends once, and is called repeatedly. */
export type Sender = {
  readonly title: string
  /** Whether the server must hold much of it in memory, so that MEMORY_AIM applies. */
  readonly hasLimit?: boolean
  send(on: On): Promise<unknown>
}

const FEED_LINES = 20_000
const AT_ONCE = 32
/** The files that blocked the event loop or held memory for longest. */
const HOSTILE = ['rows of one letter', 'many orders that lack a SKU', 'one order of many lines', 'an endless object']
const HOSTILE_BYTES = 1_000_000
const [ROW, ROWS] = [260, 1_000_000]

let runs = 0
const feedOrders = ({ product, client, token }: On) =>
  sendFeed(product, {
    feed: 'orders',
    client,
    token,
    file: ordersCsv({ prefix: `FEED-${(runs += 1)}-`, lines: FEED_LINES, day: new Date().toISOString().slice(0, 10) }),
  })

/** About 1 MB, and 260 MB unpacked. */
function foldedWorkbook(): Buffer {
  const cell = '<c t="inlineStr"><is><t>'
  const row = `<row>${cell}${'x'.repeat(ROW - 60)}</t></is></c></row>`
  return makeWorkbook(`<worksheet><sheetData>${row.repeat(ROWS)}</sheetData></worksheet>`)
}
let workbook: Buffer | undefined

const sendAtOnce = (send: () => Promise<unknown>) => Promise.all(Array.from({ length: AT_ONCE }, send))

/** All senders that are measured beside a neighbour. */
export const SENDERS: readonly Sender[] = [
  { title: `a feed of ${FEED_LINES.toLocaleString('en-GB')} rows`, send: feedOrders },
  {
    title: 'three such feeds of one user',
    send: (on) => Promise.all([feedOrders(on), feedOrders(on), feedOrders(on)]),
  },
  {
    title: `${AT_ONCE} wrong passwords at once`,
    async send({ product, owner }) {
      // Otherwise all but the first of an address are refused at once.
      await owner.query('delete from sign_in_failures')
      return sendAtOnce(async () => {
        const answer = await fetch(`${product.url}/api/users/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: `nobody.${(runs += 1)}`, password: 'is not the password' }),
        })
        await answer.arrayBuffer()
      })
    },
  },
  {
    title: `${AT_ONCE} pages of shoppers at once`,
    send: ({ product, client }) =>
      sendAtOnce(async () => {
        const answer = await fetch(`${product.url}/returns/${client}`)
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`The page was answered ${answer.status}`)
      }),
  },
  {
    title: 'a workbook of 1 MB that unfolds to 260',
    hasLimit: true,
    send: ({ product, owner, staffToken }) =>
      sendInvoice(product, owner, { token: staffToken, name: 'folded.xlsx', file: [(workbook ??= foldedWorkbook())] }),
  },
  { title: 'hostile files', send: sendHostile },
]

async function sendHostile({ product, client, token }: On): Promise<void> {
  const files = hostileFiles(['orderNumber', 'SKU', 'quantity', 'orderDate'])
  for (const title of HOSTILE) {
    const file = files.find((one) => one.title === title)
    if (!file) throw new Error(`There is no hostile file ${title}`)
    const headers = { access_token: token, client, 'content-type': file.type }
    const sent = request(`${product.url}/api/feeds/orders`, { method: 'POST', headers })
    const answered = new Promise<void>((resolve, reject) => {
      sent.once('error', reject)
      sent.once('response', (answer) => answer.once('end', resolve).once('error', reject).resume())
    })
    const pieces = Readable.from(file.pieces(HOSTILE_BYTES), { objectMode: true, highWaterMark: 4 })
    await pipeline(pieces, sent).catch(() => undefined)
    await answered
  }
}
