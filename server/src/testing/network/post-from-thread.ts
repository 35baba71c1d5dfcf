import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'

type Post = { url: string; headers: Record<string, string>; pieces: Uint8Array[] }
/** `start` is the beginning of the body: transferring megabytes would block the receiving thread. */
type Answer = { status: number; start: string }

const START = 10_000

/**
 * Prepares to post a file from a thread of its own, so that sending it costs the test's thread nothing. The returned function
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
