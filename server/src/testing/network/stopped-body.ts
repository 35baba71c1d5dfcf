import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestPortal } from '../test-portal.ts'
import type { BodyReader } from './body-readers.ts'

/** How a sender stops within a body. */
export const WAYS_TO_STOP = ['stall', 'trickle', 'reset', 'FIN'] as const
export type WayToStop = (typeof WAYS_TO_STOP)[number]

const TRICKLE_MS = 10

/**
 * Sends the first half of a body and stops once `isReached` says that the server has started on it. When the server has closed
 * the connection, returns the status of the answer, or 0 if there was none.
 */
export async function stopWithin(
  { app, url }: TestPortal,
  { path, headers, long }: BodyReader,
  { way, isReached }: { way: WayToStop; isReached: (server: Socket) => Promise<boolean> },
): Promise<number> {
  const accepted = once(app.server, 'connection')
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  const answer = text(socket).catch(() => '')
  const half = Math.floor(long.length / 2)
  socket.write(head(path, { ...headers, 'content-length': long.length }))
  socket.write(long.subarray(0, half))
  const [server] = (await accepted) as [Socket]
  const closed = new Promise((resolve) => server.once('close', resolve))
  while (!server.destroyed && !(server.bytesRead > half && (await isReached(server)))) await sleep(5)
  if (way === 'reset') socket.resetAndDestroy()
  if (way === 'FIN') socket.end()
  let sent = half
  const trickle = setInterval(() => socket.writable && socket.write(long.subarray(sent, (sent += 1))), TRICKLE_MS)
  if (way !== 'trickle') clearInterval(trickle)
  await closed.finally(() => clearInterval(trickle))
  return statusOf(await answer)
}

const head = (path: string, headers: Readonly<Record<string, string | number>>) =>
  [`POST ${path} HTTP/1.1`, ...Object.entries({ host: 'x', ...headers }).map((one) => one.join(': ')), '', ''].join(
    '\r\n',
  )

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
