import { type FileHandle, mkdtemp, open, readdir, readlink, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ClaimsPortal, openClaimsPortal } from '../testing/claims/claims-portal.ts'
import { smallChunks } from '../testing/feed-portal.ts'
import { type BodyReader, bodyReaders } from '../testing/network/body-readers.ts'
import { stopWithin, WAYS_TO_STOP } from '../testing/network/stopped-body.ts'

/** Short, so that senders that stop are ended soon. */
const LIMITS = { idleMs: 240, minBytes: 1000, bodyMs: 5000 }

smallChunks()
let world: ClaimsPortal
let readers: Readonly<Record<string, BodyReader>>
/** The server's temporary folder: this test's own. */
let temporary: string
const before = process.env['TMPDIR']
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'despatch-stopped-'))
  world = await openClaimsPortal({ limits: LIMITS })
  readers = await bodyReaders(world)
  process.env['TMPDIR'] = temporary
})
afterAll(async () => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  await world.portal.close()
  await rm(temporary, { recursive: true })
})

/** Files of this process accept no more bytes, as on a full disk. */
const FileHandles = await open(import.meta.filename).then(async (handle) => {
  await handle.close()
  return Object.getPrototypeOf(handle) as FileHandle
})
const fillTheDisk = () =>
  vi
    .spyOn(FileHandles, 'write')
    .mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))

const readerOf = (name: string) => readers[name] as BodyReader

/** Files that this process has open in the temporary folder, including deleted ones. */
async function openFiles(): Promise<string[]> {
  const held = await readdir('/proc/self/fd').catch(() => [])
  const places = await Promise.all(held.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')))
  return places.filter((place) => place.startsWith(temporary))
}

/** What stopped requests could leave behind. */
async function whatIsLeft() {
  const count = async (query: string) => Number((await world.portal.testDatabase.asOwner(query))[0]?.['count'])
  return {
    openFiles: await openFiles(),
    files: await readdir(temporary),
    runs: await count('select count(*) from feed_runs where ended_at is null'),
    transactions: await count(
      `select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    ),
    jobs: await count(`select count(*) from jobs.job where state in ('created', 'retry', 'active')`),
  }
}

const NOTHING = { openFiles: [], files: [], runs: 0, transactions: 0, jobs: 0 }
async function expectNothingLeft(): Promise<void> {
  await expect.poll(whatIsLeft, { timeout: 10_000 }).toEqual(NOTHING)
}

/** Sends a complete body over a connection of its own. Returns the status of the answer. */
const send = ({ path, headers }: BodyReader, body: Buffer) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(world.portal.url + path, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (more: string) => (text += more))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

/** Readers that write to a file, forms with files, and readers with a maximum length. */
const FEEDS = [
  'the feed of orders',
  'the feed of despatches',
  'the feed of delivery events',
  'the feed of returns',
  'the feed of stock',
  'the feed of SKU data',
  'the feed of orders, as NDJSON',
  'a check of orders',
  'a feed whose rows are held for their dates',
]
const FORMS = ['the import of invoices', 'evidence of a claim', 'the import of users', 'a shopper’s form with photos']
const IN_FILES = [...FEEDS, ...FORMS.slice(0, 2)]
const LIMITED = [...FORMS, 'a shopper’s form without photos', 'a call with JSON']
const NAMES = [
  ...FEEDS,
  ...LIMITED,
  'a feed of a stranger',
  'a feed sent as a form',
  'a call that is not there',
  'a shopper’s page that is not there',
  'the page that stops mails',
]
const isForm = (headers: BodyReader['headers']) => headers['content-type']?.startsWith('multipart') ?? false

/** On a busy machine the server gives up on a sender before it disconnects. */
const ANSWERS = { stall: [408], trickle: [408], reset: [0, 408], FIN: [400, 408] }

test('the table has every reader', () => {
  const namesOf = (isOne: (reader: BodyReader) => boolean) => NAMES.filter((name) => isOne(readerOf(name)))
  expect(Object.keys(readers)).toEqual(NAMES)
  expect(namesOf(({ storesIn }) => storesIn === 'file')).toEqual(IN_FILES)
  expect(namesOf(({ tooLong }) => tooLong !== undefined)).toEqual(LIMITED)
  expect(namesOf(({ storesIn, headers }) => storesIn !== 'nothing' && isForm(headers))).toEqual(FORMS)
})

describe.each(NAMES)('of %s', (name) => {
  test.each(WAYS_TO_STOP)('a body that stops by %s leaves nothing behind', async (way) => {
    const reader = readerOf(name)
    const isReached = async ({ bytesWritten }: Socket) =>
      reader.storesIn === 'file' ? (await openFiles()).length > 0 : reader.storesIn === 'memory' || bytesWritten > 0
    const status = await stopWithin(world.portal, reader, { way, isReached })
    expect(reader.storesIn === 'nothing' ? [0, reader.ordinary.status] : ANSWERS[way]).toContain(status)
    await expectNothingLeft()
    expect((await send(reader, reader.ordinary.body)).status).toBe(reader.ordinary.status)
  })
})

describe.each(IN_FILES)('of %s', (name) => {
  test('a body that exceeds the free disk space gets 503 and leaves nothing behind', async () => {
    const reader = readerOf(name)
    fillTheDisk()
    const { status, text } = await send(reader, reader.long).finally(() => vi.restoreAllMocks())
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { code: 'unavailable', message: expect.stringContaining(`The disk of ${temporary}`) },
    ])
    await expectNothingLeft()
    expect((await send(reader, reader.ordinary.body)).status).toBe(reader.ordinary.status)
  })
})

describe.each(FORMS)('of %s', (name) => {
  test.for([
    ['within a file', 0.5],
    ['within the head of a part', 0.00006],
  ] as const)('a form that ends %s is refused and leaves nothing behind', async ([, share]) => {
    const reader = readerOf(name)
    const { status } = await send(reader, reader.long.subarray(0, Math.floor(reader.long.length * share)))
    expect(status).toBe(400)
    await expectNothingLeft()
    expect((await send(reader, reader.ordinary.body)).status).toBe(reader.ordinary.status)
  })
})

describe.each(LIMITED)('of %s', (name) => {
  test('a body that is too long leaves nothing behind', async () => {
    const reader = readerOf(name)
    if (!reader.tooLong) throw new Error(`${name} takes bodies of any length`)
    expect((await send(reader, reader.tooLong.body)).status).toBe(reader.tooLong.status)
    await expectNothingLeft()
    expect((await send(reader, reader.ordinary.body)).status).toBe(reader.ordinary.status)
  })
})

test('stalled photo uploads of shoppers leave room for those of others', async () => {
  const reader = readerOf('a shopper’s form with photos')
  const large = { ...reader, long: Buffer.concat([reader.long, Buffer.alloc(23_000_000)]) }
  const isReached = async () => true
  // Together they hold more than all shoppers may at once.
  for (let count = 0; count < 14; count++) await stopWithin(world.portal, large, { way: 'stall', isReached })
  expect((await send(reader, reader.ordinary.body)).status).toBe(303)
})
