import { request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import type { Server } from '../load/processes.ts'

/** Streams a CSV file to a feed, to feed or only check it. Returns the answer. */
export async function sendFeed<Answer>(
  product: Server,
  input: { feed: Feed; token: string; client: string; file: Iterable<Buffer>; isPreview?: boolean },
): Promise<Answer> {
  const headers = { access_token: input.token, client: input.client, 'content-type': 'text/csv' }
  const sent = request(`${product.url}/api/feeds/${input.feed}${input.isPreview ? '?preview=true' : ''}`, {
    method: 'POST',
    headers,
  })
  const answered = new Promise<Answer>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', (answer) => {
      json(answer).then((body) => {
        if (answer.statusCode === 200) resolve(body as Answer)
        else reject(new Error(`The feed was answered ${answer.statusCode}: ${JSON.stringify(body)}`))
      }, reject)
    })
  })
  // If sending fails too, the answer has the reason.
  await pipeline(Readable.from(input.file, { objectMode: true, highWaterMark: 4 }), sent).catch(() => undefined)
  return answered
}
