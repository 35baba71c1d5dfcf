import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

type Post = { url: string; headers: Record<string, string>; pieces: Uint8Array[] }
/** With the beginning of its body: to take over megabytes would hold the thread that asked. */
type Answer = { status: number; start: string }

const START = 10_000

/**
 * Makes ready to post a file from a thread of its own, so that what it takes to send counts for nobody else. Gives what
 * sends it and ends the thread.
 */
export async function postFromThread(post: Post): Promise<() => Promise<Answer>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: post })
  await once(thread, 'message')
  return async () => {
    const answered = once(thread, 'message')
    thread.postMessage('send')
    const [answer] = (await answered) as [Answer]
    await thread.terminate()
    return answer
  }
}

async function send({ url, headers, pieces }: Post): Promise<Answer> {
  const sent = request(url, { method: 'POST', headers })
  const answered = once(sent, 'response') as Promise<[Parameters<typeof text>[0] & { statusCode: number }]>
  for (const piece of pieces) if (!sent.write(piece)) await once(sent, 'drain')
  sent.end()
  const [answer] = await answered
  return { status: answer.statusCode, start: (await text(answer)).slice(0, START) }
}

if (!isMainThread && parentPort) {
  parentPort.postMessage('ready')
  await once(parentPort, 'message')
  parentPort.postMessage(await send(workerData as Post))
}
