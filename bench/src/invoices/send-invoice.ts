import { request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Server } from '../load/processes.ts'

/** When each part of an import was finished, in seconds since its file was sent. */
export type Times = { sent: number; read: number; imported: number; state: string; message: string }

/** Streams an invoice file to the product as a form, and waits until it is imported. */
export async function sendInvoice(
  product: Server,
  owner: pg.Client,
  { token, name, file }: { token: string; name: string; file: Iterable<Buffer> },
): Promise<Times & { fileId: number }> {
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const fileId = await upload(product, { token, name, file })
  const times = { fileId, sent: since(), read: 0, imported: 0, state: '', message: '' }
  for (;;) {
    const { rows } = await owner.query<{ state: string; message: string }>(
      'select state, message from invoice_files where file_id = $1',
      [fileId],
    )
    const { state = '', message = '' } = rows[0] ?? {}
    if (times.read === 0 && !['Waiting', 'Reading'].includes(state)) times.read = since()
    if (!['Waiting', 'Reading', 'Matching', 'Judging'].includes(state))
      return { ...times, imported: since(), state, message }
    await sleep(20)
  }
}

async function upload(product: Server, { token, name, file }: { token: string; name: string; file: Iterable<Buffer> }) {
  const boundary = 'BenchBoundary'
  const headers = {
    access_token: token,
    client: 'All_client',
    'content-type': `multipart/form-data; boundary=${boundary}`,
  }
  const sent = request(`${product.url}/api/invoice/import/?creator`, { method: 'POST', headers })
  const answered = new Promise<number>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (answer) => {
      json(answer).then((body) => {
        const { imports } = body as { imports?: { importID: string }[] }
        if (imports?.[0]) resolve(Number(imports[0].importID))
        else reject(new Error(`The invoice was answered ${answer.statusCode}: ${JSON.stringify(body)}`))
      }, reject)
    })
  })
  const form = function* () {
    yield Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    )
    yield* file
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  await pipeline(Readable.from(form(), { objectMode: true, highWaterMark: 4 }), sent).catch(() => undefined)
  return answered
}
