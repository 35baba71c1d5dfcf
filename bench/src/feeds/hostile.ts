import { readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type HostileFile, hostileFiles } from '@despatch/server/testing/hostile-files'
import { type Server, startProduct, withPeakMemory } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { median, table, whole } from '../table.ts'

const MB = 1_000_000
/** Milliseconds for which a file may block the event loop. */
const STALL_AIM = 50
/** Megabytes of additional memory for any file. */
const MEMORY_AIM = 400
const TURNS_FILE = join(tmpdir(), `despatch-turns-${process.pid}.json`)

type Sender = { product: Server; token: string; client: string }

/**
 * Feeds files that are designed to be slow to read, while another client calls. Prints how long the event loop was
 * blocked (by its own work, and by the clock), how long the other client's calls took, and peak memory. Returns the
 * missed aims.
 */
export async function measureHostile(data: string): Promise<string[]> {
  const product = await startProduct(data, undefined, TURNS_FILE)
  const missed: string[] = []
  const rows: string[][] = []
  try {
    const sender = { product, token: await signIn(product, 'B01'), client: 'B01' }
    const other = { product, token: await signIn(product, 'B02'), client: 'B02' }
    for (const file of hostileFiles(['orderNumber', 'SKU', 'quantity', 'orderDate'])) {
      const size = file.title.includes('endless') ? 500 * MB : 6 * MB
      await turns(product)
      const began = performance.now()
      const calls = callMeanwhile(other)
      const { peak } = await withPeakMemory(product.pid, () => send(sender, file, size))
      const seconds = (performance.now() - began) / 1000
      const times = await calls()
      const { worked, delayed } = await turns(product)
      rows.push([
        file.title,
        whole(size / MB),
        seconds.toFixed(1),
        whole(worked),
        whole(delayed),
        whole(median(times)),
        whole(Math.max(...times)),
        whole(peak),
      ])
      if (worked > STALL_AIM) missed.push(`hostile (${file.title}): the loop was held for ${whole(worked)} ms`)
      if (peak > MEMORY_AIM) missed.push(`hostile (${file.title}): ${whole(peak)} MB`)
    }
  } finally {
    await product.stop()
    await rm(TURNS_FILE, { force: true })
  }
  console.log(`\nhostile files (aim: the loop held for less than ${STALL_AIM} ms, less than ${MEMORY_AIM} MB)`)
  console.log(table(['', 'MB', 's', 'held, ms', 'by the clock', 'calls of another, ms', 'slowest', 'most MB'], rows))
  return missed
}

async function turns(product: Server): Promise<{ worked: number; delayed: number }> {
  await rm(TURNS_FILE, { force: true })
  process.kill(product.pid, 'SIGUSR2')
  for (;;) {
    const text = await readFile(TURNS_FILE, 'utf8').catch(() => '')
    if (text !== '') return JSON.parse(text) as { worked: number; delayed: number }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function send({ product, token, client }: Sender, file: HostileFile, size: number): Promise<void> {
  const headers = { access_token: token, client, 'content-type': file.type }
  const sent = request(`${product.url}/api/feeds/orders`, { method: 'POST', headers })
  const answered = new Promise<void>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (answer) => answer.once('end', resolve).once('error', reject).resume())
  })
  await pipeline(Readable.from(file.pieces(size), { objectMode: true, highWaterMark: 4 }), sent).catch(() => undefined)
  await answered
}

/** Makes calls one after the other until stopped. Returns the duration of each in milliseconds. */
function callMeanwhile({ product, token, client }: Sender): () => Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const calling = (async () => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(`${product.url}/api/feeds/mappings`, { headers: { access_token: token, client } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`Another client was answered ${answer.status}`)
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return async () => {
    isOver = true
    await calling
    return times
  }
}
